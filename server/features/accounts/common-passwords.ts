import { ApiError } from "#server/errors.ts";

/** The most frequent passwords in leaks, worldwide and in Türkiye (R34). */
const COMMON = new Set(
  [
    "000000 00000000 101010 102030 111111 1111111 11111111 111222 112233 11223344 121212 123123",
    "123123123 12341234 123321 1234321 123456 1234567 12345678 123456789 1234567890 123456a",
    "123456aa 123456q 123654 123abc 123qwe 123qweasd 131313 142536 147258 147258369 147852",
    "147852369 159357 159753 159951 19051905 19071907 19031903 1905gs 1907fb 1903bjk 1a2b3c",
    "1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 200200 202020 212121 222222 232323 252525",
    "333333 341934 34istanbul 353535 444444 454545 456123 456789 555555 55555555 654321 666666",
    "696969 741852 741852963 753951 7654321 777777 7777777 789456 789456123 87654321 888888",
    "88888888 963852741 987654 98765432 987654321 9876543210 999999 999999999 a123456 a1b2c3",
    "a1b2c3d4 aa123456 aaaaaa aaaaaaaa abc123 abcabc abcd1234 abcdef abcdefg access admin1",
    "admin123 administrator adanaspor ahmet123 allah123 allahim amerika anahtar ankara ankara06",
    "annecim antalya araba123 asd123 asdasd asdasd123 asdfgh asdfghjk asdfghjkl asdfjkl",
    "askim123 askimsin asteroid atatürk ataturk ataturk1881 ayse123 azerty bahar123 baseball",
    "batman bebegim benimsifrem berkay besiktas besiktas1903 beşiktaş bismillah bjk1903 bonjour",
    "bursa16 bursaspor camaro canim123 canimannem canimbenim cansu123 charlie cheese cicek123",
    "computer cimbom cimbom1905 dallas daniel darling deneme deneme123 deniz123 denizli dragon",
    "elif123 emre123 enter123 erkan123 eskisehir facebook fatih123 fatma123 fb1907 fenerbahce",
    "fenerbahce1907 fenerbahçe fenerli flower football freedom galatasaray galatasaray1905",
    "galatasaraylı google gs1905 guest123 gunaydin gunes123 hakan123 hasan123 hayat123 hello123",
    "hosgeldin hosgeldiniz hunter huseyin iloveu iloveyou instagram internet istanbul istanbul34",
    "istanbul1453 i̇stanbul izmir35 jordan kanaat kanaat123 kaplan karakartal kartal kartal1903",
    "kelebek killer kocaeli konya42 letmein liverpool login123 london lovely loveme maggie",
    "mahmut123 manchester maradona martin master matrix mehmet mehmet123 melek123 merhaba",
    "merhaba123 mersin33 michael monkey murat123 mustafa mustafa123 mustang nicole nothing ofspor",
    "omer123 ozlem123 parola parola123 parola1 pass1234 passw0rd password password1 password12",
    "password123 pepper pokemon princess p@ssw0rd p@ssword q1w2e3 q1w2e3r4 qazwsx qazwsxedc",
    "qwe123 qweasd qweasd123 qweasdzxc qweqwe qwer1234 qwerty qwerty1 qwerty12 qwerty123",
    "qwerty1234 qwertyu qwertyui qwertyuiop qwert123 ronaldo root123 samsun55 samsung secret",
    "selam123 seni_seviyorum seniseviyorum seviyorum shadow sifre1 sifre123 sifre1234 sifrem",
    "sifremiunuttum soccer starwars summer sunshine superman test123 test1234 testtest trabzon",
    "trabzon61 trabzonspor trustno1 turkey turkiye turkiye1 turkiye1923 turkiyem türkiye twitter",
    "unutma unuttum user123 welcome welcome1 whatever x123456 yeniparola yenisifre yildiz123",
    "zaq12wsx zeynep123 zxc123 zxcvbn zxcvbnm şifre123 şifrem şifre1",
  ]
    .join(" ")
    .split(" "),
);

/** Throws 422 for one of these passwords. */
export function refuseCommonPassword(password: string): void {
  if (!COMMON.has(password.normalize("NFC").toLowerCase())) return;
  throw new ApiError("validation_failed", {
    fields: { password: "Bu şifre çok kolay tahmin edilir. Lütfen başka bir şifre seçin." },
  });
}
