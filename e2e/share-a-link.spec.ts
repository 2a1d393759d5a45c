import sharp from "sharp";
import { BRAND } from "#contract/brand.ts";
import { relatedPicture } from "#contract/charts.ts";
import { createApi } from "#testing/api.ts";
import { createInstance } from "#testing/instance.ts";
import { signUp } from "#testing/people.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";

const SITE = "https://kanaat.example";

/** What a document's head tells by name or property, in the document's own spelling. */
function headOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  const named = [...tags].map(([, name, content]) => [name, content]);
  return { ...Object.fromEntries(named), ...(canonical && { canonical }) };
}

/** What a document says in the vocabulary of schema.org. */
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)</.exec(html)?.[1] ?? "null");

const titleOf = (html: string) => /<title>([^<]*)</.exec(html)?.[1];

/** Where a document says that its survey is described for other sites. */
const oembedOf = (html: string) =>
  /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&");

/** A document without what must differ: the address asked for, the request's id, the moment. */
const comparable = (html: string) =>
  html
    .replaceAll(/surveys#\d+/g, "…")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…")
    .replaceAll(/\b\d{13}\b/g, "…");

// What blocks it elsewhere warns in the console.
test.use({ serviceWorkers: "allow" });

test("a shared link shows question and picture of public surveys, of others nothing (R60, R284, R300, R306, R535, R536)", async ({
  request,
}) => {
  const instance = await createInstance("sqlite");
  await using atEnd = instance.atEnd;
  const server = new ServerProcess(instance, { env: { PUBLIC_URL: SITE } });
  await server.start();
  atEnd.defer(async () => void (await server.stop()));
  const read = async (path: string) => {
    const answer = await request.get(server.url + path);
    return { status: answer.status(), html: await answer.text(), bytes: await answer.body() };
  };

  const api = createApi(server.url, fetch);
  const owner = await signUp(api);
  const question = `"Ayran" & <çay>?`;
  const open = await publishSurvey(api, owner, { question, description: "Hangisi?\nSöyleyin." });
  const [title, description] = ["&quot;Ayran&quot; &amp; &lt;çay&gt;?", "Hangisi? Söyleyin."];
  const url = `${SITE}/surveys/${open.id}`;
  const image = `${SITE}${open.preview_path}`;
  const { html } = await read(`/surveys/${open.id}?davet=kod`);
  expect(headOf(html)).toMatchObject({
    canonical: url,
    description,
    "og:type": "website",
    "og:site_name": BRAND,
    "og:locale": "tr_TR",
    "og:title": title,
    "og:description": description,
    "og:url": url,
    "og:image": image,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": title,
    "twitter:card": "summary_large_image",
    "twitter:title": title,
    "twitter:description": description,
    "twitter:image": image,
    "twitter:image:alt": title,
  });

  const described = async (html: string, url: string) => {
    const discovery = oembedOf(html);
    expect(discovery).toBe(`${SITE}/oembed?format=json&url=${encodeURIComponent(url)}`);
    const { pathname, search } = new URL(`${discovery}`);
    expect(JSON.parse((await read(pathname + search)).html)).toMatchObject({ title: question });
  };
  await described(html, url);

  const resultsOf = (path: string) => relatedPicture(path, { chart: "results", shape: "link" });
  for (const [path, what] of [
    ["/results", "Sonuçlar"],
    ["/proof", "Sonuç Kanıtı"],
  ]) {
    const { html } = await read(`/surveys/${open.id}${path}?davet=kod`);
    const head = headOf(html);
    expect(head).toMatchObject({
      canonical: url + path,
      "og:url": url + path,
      "og:title": `${what}: ${title}`,
      "twitter:title": `${what}: ${title}`,
      "og:image": path === "/results" ? resultsOf(image) : image,
      "og:image:alt": title,
    });
    expect(titleOf(html)).toBe(`${what}: ${title} · ${BRAND}`);
    expect(head.description).not.toBe(description);
    expect(head["og:description"]).toBe(head.description);
    await described(html, url + path);
  }

  // With fewer votes no sentence says how people voted (R413).
  const voters = await Promise.all(Array.from({ length: 29 }, () => signUp(api)));
  for (const voter of [owner, ...voters]) await voteFor(api, voter, open, 0);
  await expect
    .poll(async () => headOf((await read(`/surveys/${open.id}/results`)).html))
    .toMatchObject({ "og:description": "Oy verenlerin %100’ü “Çay” dedi." });

  const home = headOf((await read("/")).html);
  expect(home).toMatchObject({
    canonical: `${SITE}/`,
    "og:url": `${SITE}/`,
    "og:site_name": BRAND,
  });
  const formats = [
    [image, "jpeg"],
    [resultsOf(image), "png"],
    [home["og:image"] ?? "", "jpeg"],
  ] as const;
  for (const [picture, format] of formats) {
    const { bytes } = await read(new URL(picture).pathname);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 1200, height: 630 });
  }

  const person = headOf((await read(`/profile/${owner.nickname}`)).html);
  expect(person).toMatchObject({
    canonical: `${SITE}/profile/${owner.nickname}`,
    "og:title": `${owner.name} (@${owner.nickname})`,
    "og:url": `${SITE}/profile/${owner.nickname}`,
    "twitter:card": "summary_large_image",
  });
  const portrait = await read(new URL(person["og:image"] ?? "").pathname);
  expect(await sharp(portrait.bytes).metadata()).toMatchObject({ format: "png", width: 1200 });

  const secret = {
    question: "Saklı soru?",
    description: "Saklı.",
    options: ["Saklı 1", "Saklı 2"],
  };
  const hidden = await publishSurvey(api, owner, { ...secret, visibility: "private" });
  const draft = await draftSurvey(api, owner, secret);
  for (const path of ["", "/results", "/proof"]) {
    const missing = await read(`/surveys/999999${path}`);
    expect(missing.status).toBe(404);
    for (const id of [hidden.id, draft]) {
      const { status, html } = await read(`/surveys/${id}${path}`);
      expect(status).toBe(404);
      expect(html).not.toMatch(/og:|twitter:|canonical|oembed|Saklı/);
      expect(comparable(html)).toBe(comparable(missing.html));
    }
    const invitations = await Promise.all(
      [hidden.id, draft, 999_999].map((id) => read(`/surveys/${id}${path}?davet=kod`)),
    );
    for (const { html } of invitations) {
      expect(headOf(html)["og:title"]).toBe("Özel bir ankete davet edildiniz");
      expect(titleOf(html)).toBe(`Özel bir ankete davet edildiniz · ${BRAND}`);
      expect(headOf(html)).toEqual(headOf(invitations[0]?.html ?? ""));
      expect(html).not.toMatch(/og:url|canonical|oembed|Saklı/);
    }
  }
});

test("search engines find what pages are about, and where new surveys are (R482, R483)", async ({
  request,
  page,
}) => {
  const instance = await createInstance("sqlite");
  await using atEnd = instance.atEnd;
  const server = new ServerProcess(instance, { env: { PUBLIC_URL: SITE } });
  await server.start();
  atEnd.defer(async () => void (await server.stop()));
  const read = async (path: string) => (await request.get(server.url + path)).text();

  const api = createApi(server.url, fetch);
  const owner = await signUp(api);
  const question = "Çay mı </script><b>kahve</b> mi?";
  const survey = await publishSurvey(api, owner, { question, result_visibility: "before" });
  await voteFor(api, owner, survey, 0);
  const path = `/surveys/${survey.id}`;
  await expect
    .poll(async () => dataOf(await read(path)))
    .toMatchObject({
      "@context": "https://schema.org",
      "@type": "Question",
      name: question,
      url: SITE + path,
      author: { name: owner.name, url: `${SITE}/profile/${owner.nickname}` },
      suggestedAnswer: [
        { text: "Çay", upvoteCount: 1 },
        { text: "Kahve", upvoteCount: 0 },
      ],
    });
  const title = `Çay mı &lt;/script&gt;&lt;b&gt;kahve&lt;/b&gt; mi? · ${BRAND}`;
  expect(titleOf(await read(path))).toBe(title);
  const secret = await publishSurvey(api, owner, { result_visibility: "after" });
  const answers = dataOf(await read(`/surveys/${secret.id}`)).suggestedAnswer;
  expect(answers.map(Object.keys)).toEqual(Array(2).fill(["@type", "text", "image"]));

  expect(dataOf(await read(`/profile/${owner.nickname}`))).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: { name: owner.name, alternateName: owner.nickname },
  });
  expect(dataOf(await read("/"))).toMatchObject({ "@type": "WebSite", name: BRAND });
  for (const [address, canonical, feed] of [
    ["/surveys?q=ayran", "/surveys", "surveys"],
    ["/discovery?category_id=3&order=popular", "/discovery?category_id=3", "category-3"],
    ["/about", "/about", undefined],
  ] as const) {
    const html = await read(address);
    expect(headOf(html).canonical).toBe(SITE + canonical);
    const found = /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)"/.exec(
      html,
    );
    expect(found?.[1]).toBe(feed && `${SITE}/feeds/${feed}.atom`);
  }
  for (const address of ["/account", "/nothing"]) {
    expect(headOf(await read(address)).canonical).toBeUndefined();
  }

  const warnings: string[] = [];
  page.on("console", (message) => warnings.push(message.text()));
  const titles: string[] = [];
  await page.exposeFunction("noteTitle", (title: string) => titles.push(title));
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      (window as unknown as { noteTitle(title: string): void }).noteTitle(document.title);
    });
  });
  await page.goto(server.url + path);
  await page.getByRole("radio", { name: "Çay" }).click();
  await expect(page).toHaveTitle(`Oy Kullan · ${BRAND}`);
  expect(titles).toEqual([`Oy Kullan · ${BRAND}`]);
  expect(await page.locator("head > title").count()).toBe(1);
  await page.getByRole("link", { name: "Keşfet" }).first().click();
  await expect(page).toHaveTitle(`Keşfet · ${BRAND}`);
  const canonical = `link[rel="canonical"][href="${server.url}/discovery"]`;
  await expect(page.locator(canonical)).toHaveCount(1);
  expect(warnings).toEqual([]);
});
