import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { LoginForm } from "#web/features/sign-in/login-form.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { answerCalls, callsOf } from "#web/testing/fake-api.ts";
import { show } from "#web/testing/screen.tsx";
import { upload } from "../upload/upload-request.ts";

const HTML = { "content-type": "text/html" };
const NETWORK = /Ağın giriş sayfasını açıp bağlanın/;
const AWAY = /Hizmet şu anda yanıt veremiyor\. Lütfen birazdan tekrar deneyin\./;
const email = page.getByLabelText("E-posta");
const password = page.getByLabelText("Şifre", { exact: true });
const submit = page.getByRole("button", { name: "Giriş Yap", exact: true });

const answers = [
  [200, "<title>Otel Wi-Fi</title>", NETWORK],
  [200, "", NETWORK],
  [401, "<h1>401 Authorization Required</h1>", AWAY],
  [403, "<h1>403 Forbidden</h1>", /bir güvenlik denetimi isteği engelledi/],
  [404, "<h1>404 Not Found</h1>", AWAY],
  [413, "<h1>413 Request Entity Too Large</h1>", /Daha küçük bir resimle/],
  [429, "<h1>429 Too Many Requests</h1>", /Lütfen biraz bekleyip tekrar deneyin/],
  [500, "", AWAY],
  [502, "<h1>502 Bad Gateway</h1>", AWAY],
  [503, "<h1>503 Service Unavailable</h1>", AWAY],
  [504, "", AWAY],
  [511, "<h1>Network Authentication Required</h1>", NETWORK],
  [522, "error code: 522", AWAY],
] as const;

for (const [status, body, words] of answers) {
  const kind = body === "" ? "an empty answer" : "a page";
  test(`${kind} with status ${status} that is not ours says what to do, and what was typed stays (R331)`, async () => {
    const headers = body === "" ? undefined : HTML;
    await show(<LoginForm onSwitch={() => undefined} />, {
      "POST /api/auth/login": () => new Response(body, { status, headers }),
    });
    await email.fill("biri@ornek.com");
    await password.fill("gizli-sifre-1");
    await submit.click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(email).toHaveValue("biri@ornek.com");
    await expect.element(password).toHaveValue("gizli-sifre-1");
    expect(callsOf("POST /api/auth/login")).toHaveLength(1);
  });
}

const PAGES = [200, 401, 403, 404, 409, 422];

test("a proxy's status changes no session, survey or vote (R331)", async () => {
  localStorage.setItem("token", "t");
  for (const status of PAGES) {
    answerCalls({ "GET /api/auth/surveys/{id}": new Response("", { status, headers: HTML }) });
    await expect(
      callApi("GET /api/auth/surveys/{id}", { params: { id: 5 } }),
    ).rejects.toMatchObject({ code: "network", status: 0 });
  }
  expect(localStorage.getItem("token")).toBe("t");
});

test("an upload is settled whatever its response's status is (R331)", async () => {
  /** A request that is answered as soon as it is sent. */
  function answered(status: number) {
    return class {
      status = status;
      response = new Blob([""]);
      upload = {};
      onload = () => undefined;
      open = () => undefined;
      setRequestHeader = () => undefined;
      getResponseHeader = () => "text/html";
      send() {
        queueMicrotask(() => this.onload());
      }
    };
  }
  const own = window.XMLHttpRequest;
  const sending = { headers: new Headers(), body: undefined, onProgress: () => undefined };
  try {
    for (const status of [204, 205, 304, 413, 599]) {
      Object.assign(window, { XMLHttpRequest: answered(status) });
      expect((await upload("POST", "/", sending)).status).toBe(status);
    }
    Object.assign(window, { XMLHttpRequest: answered(999) });
    await expect(upload("POST", "/", sending)).rejects.toThrow(RangeError);
  } finally {
    window.XMLHttpRequest = own;
  }
});
