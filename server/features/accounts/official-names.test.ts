import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isOfficialName } from "./official-names.ts";

const listOf = (words: string) => words.trim().split(/\s+/);

const FIRST_NAMES = listOf(`
  Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil
  Süleyman Abdullah Mahmut Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin
  Orhan Serkan Burak Uğur Gökhan Yasin İlhan Cem Can Deniz Barış Onur Volkan Tolga Sinan Selim
  Serdar Ercan Erdal Engin Enes Emir Ege Arda Kaan Kerem Koray Levent Mert Okan Oğuzhan Ozan
  Rıfat Samet Savaş Sedat Taner Tarık Turgut Ümit Veli Vali Veysel Yavuz Yiğit Zafer
  Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Sultan Hanife Merve Zeliha Esra Özlem Yasemin
  Hülya Sevim Gülsüm Leyla Dilek Aysel Songül Kübra Halime Sibel Selma Derya Filiz Gamze Hande
  Hilal İrem Melek Melike Meltem Mine Müge Nazlı Nergis Neşe Nilgün Nur Pelin Pınar Rabia Seda
  Sevgi Simge Tuğba Tülay Ülkü Yeliz Zuhal Aslı Asya Azra Betül Burcu Ceren Çiğdem Defne Duygu Ebru
  Ece Ezgi Nisa Nehir Öykü Başak Devlet Resul Amin Vildan Polat Emniye Kadriye Âdem`);
const SURNAMES = listOf(`
  Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Çetin Kara
  Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Can Acar Şen Aktaş Güler Yalçın Güneş Bozkurt
  Bulut Keskin Ünal Turan Avcı Işık Kaplan Taş Köse Ateş Sarı Bakan Başkan Başaran Asker Çavuş
  Kadıoğlu Müftüoğlu Paşa Reis Bey Sancak Karakol Devletli Hükümdar Valioğlu Muhtar Elçi Vekil
  Komutan Polatlı Kanat Kanatlı Kanaatkâr Destekçi Güven Yardımcı Adıvar Tekin`);
const WORDS = listOf(`
  Kitapsever Çaycı Kahve Gezgin Öğretmen Doktor Mühendis Avukat Öğrenci Emekli Gazeteci Yazar
  Karınca Papatya Kartal Aslan Kanarya Fenerli Cimbom Taraftar Anadolu Ankara İstanbul Türk Türkiye
  Vatandaş Yurttaş Seçmen Gönüllü Sakin Huzur Umut Barış Kanat Kanaatkâr Müdür Başkan Reis Editörüm
  Tcelik Atcı Otcu Mutcan Betcan`);

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
      "Kanaat™",
      "Kanaatᵀᴹ",
      "Kanaat®",
      "Ayşe Ⓥ",
      "Ayşe 🆅",
      "Türk Polisi",
      "Anadolu Ajansı",
      "anadolu_ajansi",
      "Destek Ekibi",
      "Teknik Destek",
      "Müşteri Hizmetleri",
      "Güvenlik Ekibi Ali",
      "Moderatör",
      "ΚΑΝΑΑΤ",
      "κaηaaτ",
      "ⲔⲀⲚⲀⲀⲦ",
      "ⲕⲁⲛⲁⲁⲧ",
      "ꓗꓮꓠꓮꓮꓔ",
      "ᏦᎪΝᎪᎪᎢ",
      "КАΝААТ",
      "ᛕᗩᑎᗩᗩT",
      "₭₳₦₳₳₮",
      "ⱪąŋααƭ",
      "ꝁⱥꞥⱥⱥŧ",
      "🄺🄰🄽🄰🄰🅃",
      "⒦⒜⒩⒜⒜⒯",
      "ꓑoꓡis",
      "𝓟𝓸𝓵𝓲𝓼",
      "Ƥøłɨꞩ",
      "Adrnin",
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
      ...["Σωκράτης", "Ольга Кузнецова", "Նարեկ", "გიორგი", "محمد", "王伟", "แพรวา", "ⲙⲁⲣⲕⲟⲥ"],
    ]) {
      assert.ok(!isOfficialName(name), name);
    }
  });

  it("is none of the names and words that people here go by (R229)", () => {
    for (const [at, first] of FIRST_NAMES.entries()) {
      const last = SURNAMES[at % SURNAMES.length] ?? "";
      for (const name of [`${first} ${last}`, `${first}_${last}`.toLowerCase(), first, last]) {
        assert.ok(!isOfficialName(name), name);
      }
    }
    for (const word of WORDS) assert.ok(!isOfficialName(word), word);
  });

  it("is also one that the operator refuses, as a whole word (R229)", () => {
    const refused = ["Ankara Barosu", "Örnekspor"];
    for (const name of ["Ankara Barosu", "ankara_barosu", "ÖRNEKSPOR Taraftarı", "0rnekspor"]) {
      assert.ok(isOfficialName(name, refused), name);
      assert.ok(!isOfficialName(name), name);
    }
    for (const name of ["Ankara Barosunda Ali", "Örneksporlu Ali", "Baro"]) {
      assert.ok(!isOfficialName(name, refused), name);
    }
  });
});
