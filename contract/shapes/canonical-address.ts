/** Providers where several domains, or several spellings of a name, belong to one mailbox. */
const PROVIDERS: readonly { domains: string; nameOf: (written: string) => string }[] = [
  { domains: "gmail.com googlemail.com", nameOf: (name) => name.replaceAll(".", "") },
  { domains: "proton.me protonmail.com pm.me", nameOf: (name) => name.replace(/[._-]/g, "") },
  { domains: "icloud.com me.com mac.com", nameOf: (name) => name },
  {
    domains: "yandex.com yandex.com.tr yandex.ru yandex.by yandex.kz ya.ru",
    nameOf: (name) => name.replaceAll(".", "-"),
  },
];

/** Returns one spelling for all addresses of a mailbox. */
export function canonicalAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = asciiLower(email.slice(at + 1));
  // The first character stays, so that no name becomes empty.
  const name = asciiLower(email.slice(0, at)).replace(/(?<=.)\+.*/, "");
  const provider = PROVIDERS.find(({ domains }) => domains.split(" ").includes(domain));
  if (!provider) return `${name}@${domain}`;
  return `${provider.nameOf(name)}@${provider.domains.split(" ")[0]}`;
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
