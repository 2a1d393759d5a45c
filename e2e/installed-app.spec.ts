import { expect, test } from "./fixtures.ts";

test.use({ serviceWorkers: "allow" });

test("without a connection a page says so, and is there again once it is back (R529) @layout", async ({
  page,
  context,
}) => {
  await page.goto("/about");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
  await context.setOffline(true);
  await page.goto("/support");
  await expect(page.getByRole("heading", { name: "Bağlantınız yok" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Yeniden Dene" }).click();
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Destek");
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(["/offline.html"]);
});

test("a message of the push service reaches the worker, which shows it (R521)", async ({
  page,
  context,
}) => {
  const started = context.waitForEvent("serviceworker");
  await page.goto("/about");
  const worker = await started;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // This browser shows no notifications.
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    registration.showNotification = async (title, options) => {
      Object.assign(self, { shown: { title, ...options } });
    };
  });
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const message = { title: "Günün sorusu", body: "Çay mı?", url: "/surveys", tag: "question" };
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const { url, ...words } = message;
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { shown?: object }).shown))
    .toMatchObject({ ...words, data: { url } });
});
