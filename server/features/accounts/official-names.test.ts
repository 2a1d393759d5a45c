import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isOfficialName } from "./official-names.ts";

describe("a name that could pass for an official one", () => {
  it("is one of the state or of the product, however it is written (R229)", () => {
    for (const name of [
      "T.C. İçişleri Bakanlığı",
      "T. C. Yılmaz",
      "t c",
      "TC Ziraat",
      "ＴＣ Ayşe",
      "Т.С. Ayşe",
      "🇹🇨 Ayşe",
      "🅣🅒 Ayşe",
      "Resmî Hesap",
      "RESMİ",
      "r e s m i",
      "R.E.S.M.İ.",
      "Rеsmі Sayfa",
      "RESMl Sayfa",
      "Res\u200dmi",
      "𝐑𝐞𝐬𝐦𝐢 Hesap",
      "ʀᴇꜱᴍɪ",
      "R̶e̶s̶m̶i̶",
      "Kanaat",
      "Kanaat Destek",
      "KANAATDESTEK",
      "Kаnааt Ekibi",
      "Κanaat",
      "kanaat_resmi",
      "kanaat34",
      "4dm1n",
      "Site Yöneticisi",
      "Yönetici",
      "YÖNETİM",
      "Cumhurbaşkanlığı İletişim",
      "Cumhurbaşkanı",
      "CUMHURBAŞKANI",
      "Ankara Valiliği",
      "ankaravaliligi",
      "Adalet Bakanı",
      "Sağlık Bakanlığı",
      "İzmir Büyükşehir Belediyesi",
      "izmir_belediyesi",
      "Emniyet Genel Müdürlüğü",
      "Y.S.K.",
      "Yüksek Seçim Kurulu",
      "TÜİK",
      "T.Ü.İ.K.",
      "e-Devlet",
      "Polis",
      "Diyanet İşleri Başkanlığı",
      "Nüfus Müdürlüğü",
      "Kızılay",
      "AFAD",
      "Ayşe Yılmaz ✓",
      "Ayşe Yılmaz ✔️",
      "☑ Ayşe",
      "Ayşe✅",
      "Ayşe (official)",
    ]) {
      assert.ok(isOfficialName(name), name);
    }
  });

  it("is not one of a person (R229)", () => {
    for (const name of [
      "Ayşe Yılmaz",
      "Resmiye Demir",
      "Ali Bakan",
      "Vali Ataç",
      "Devlet Güneş",
      "Ayşe Devlet",
      "Cumhur Kanat",
      "Kanaatkâr Yıldız",
      "Emniye Polisoğlu",
      "Yönet Başkan",
      "Tuğçe Can",
      "T. Can Yılmaz",
      "Sistem Mühendisi Ali",
      "Belediye İşçisi Ali",
      "Иван Петров",
      "Γιώργος",
      "Ali 5",
      "kisi_7c34ab",
      "tcelik",
      "ali_34",
    ]) {
      assert.ok(!isOfficialName(name), name);
    }
  });
});
