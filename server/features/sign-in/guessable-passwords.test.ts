import assert from "node:assert/strict";
import { it } from "node:test";
import { refuseGuessablePassword } from "./guessable-passwords.ts";

const isRefused = (password: string): Promise<boolean> =>
  refuseGuessablePassword(password).then(
    () => false,
    () => true,
  );

const listOf = (words: string) => words.trim().split(/\s+/);

it("refuses what is guessed within a million tries, however it is written (R34)", async () => {
  for (const password of [
    ...listOf(`Password1! sifre12 galatasaray1 Şifre12! P@r0la1 s1fr3123 ankara06 Ankara2024!
      İSTANBUL34 trabzon61 mehmet1990 ayse.1985 Zeynep123. elif2003 yılmaz42 ahmetmehmet
      Fenerbahçe1907 1907fb fb1907fb 1905gs1905 cimbom1905 besiktas1903 Merhaba1! Qwerty123!
      seniseviyorum aşkım1 canım123 kelebek7 Kanaat2026 kanaat!1 19.05.1919 20121990 asd123
      q1w2e3r4 1q2w3e4r5t abc123 abcdefgh 98765432 aaaaaaaaaaaaaaaa ababababab sifresifresifre`),
    // Keys in a row on the Turkish Q and F keyboards.
    ...listOf("ıopğü poıuytr fgğıod uieaütk lmktüa jövcç"),
    "seni seviyorum",
  ]) {
    assert.ok(await isRefused(password), password);
  }
});

it("accepts what only its owner would think of, from six characters on (R34)", async () => {
  for (const password of [
    ...listOf(`pür-6x kX9#pq aB3dE6 7f3k9a Kq7!mZ2p gizli-sifre-1 mavi-kedi-uçtu nar-ve-turkuaz
      ışıl-yola-çık yagmurlu-sabah 4-mevsim-kahve`),
    "beş kedi bir kuş",
    "doğru at pil zımba",
    "ğ".repeat(128),
  ]) {
    assert.ok(!(await isRefused(password)), password);
  }
});
