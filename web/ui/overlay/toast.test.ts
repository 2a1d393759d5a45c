import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { dismissErrors, dismissToast, toast, toasts } from "./toast.ts";

const titles = () => toasts.get().map(({ title }) => title);

afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
});

test("of many toasts the newest three are shown", () => {
  for (const title of ["bir", "iki", "üç", "dört"]) toast.info(title);
  assert.deepEqual(titles(), ["iki", "üç", "dört"]);
});

test("a message shown again stands once, and as the newest", () => {
  toast.error("Bağlantı Hatası", "Sunucuya ulaşılamadı.");
  toast.error("Bağlantı Hatası", "Başka bir nedenle.");
  toast.success("Kaydedildi");
  toast.error("Bağlantı Hatası", "Sunucuya ulaşılamadı.");
  assert.deepEqual(titles(), ["Bağlantı Hatası", "Kaydedildi", "Bağlantı Hatası"]);
  assert.equal(toasts.get().at(-1)?.text, "Sunucuya ulaşılamadı.");
});

test("when what failed is over, its toasts go, and no others (R126)", () => {
  toast.error("Bağlantı Hatası");
  toast.success("Kaydedildi");
  toast.info("Bilgilendirme");
  dismissErrors();
  assert.deepEqual(titles(), ["Kaydedildi", "Bilgilendirme"]);
});
