import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { Config } from "#server/config/config.ts";
import { ApiError } from "#server/errors.ts";

const DISPOSABLE = disposableEmailBlocklistSet();

const listOf = (domains: string): Set<string> => new Set(domains.trim().split(/\s+/));

/** Services that give out any number of addresses for one mailbox, and forward what they get. */
const FORWARDING = listOf(`
  duck.com mozmail.com relay.firefox.com passmail.net passmail.com passinbox.com passfwd.com
  simplelogin.com simplelogin.co simplelogin.fr simplelogin.io slmail.me slmails.com aleeas.com
  silomails.com 8alias.com 8shield.net dralias.com addy.io addy.biz addymail.com anonaddy.com
  anonaddy.me 4wrd.cc mailer.me 33mail.com 33m.co erine.email e4ward.com spamgourmet.com
  spamgourmet.net spamgourmet.org burnermail.io opayq.com cloaked.id myclkd.com sudomail.com
  use.startmail.com notsharingmy.info`);

/** Fastmail's domains: anything@ayse.fastmail.com reaches ayse@fastmail.com. */
const WITH_SUBDOMAINS = listOf(`
  fastmail.com fastmail.fm fastmail.cn fastmail.co.uk fastmail.com.au fastmail.de fastmail.es
  fastmail.fr fastmail.im fastmail.in fastmail.jp fastmail.mx fastmail.net fastmail.nl fastmail.org
  fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us 123mail.org 150mail.com 150ml.com
  16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net bestmail.us cluemail.com
  elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org
  emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com
  fastest.cc fastimap.com fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com
  fmgirl.com fmguy.com ftml.net h-mail.us hailmail.net imap-mail.com imap.cc imapmail.org
  inoutbox.com internet-e-mail.com internet-mail.org internetemails.net internetmailing.net
  jetemail.net justemail.net letterboxes.org mail-central.com mail-page.com mailandftp.com mailas.com
  mailbolt.com mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com mailingaddress.org
  mailite.com mailmight.com mailnew.com mailsent.net mailservice.ms mailup.net mailworks.org ml1.net
  mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com postinbox.com postpro.net
  proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info rushpost.com sent.as
  sent.at sent.com speedpost.net speedymail.org ssl-mail.com swift-mail.com the-fastest.net
  the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net warpmail.net xsmail.com
  yepmail.net your-mail.com`);

/**
 * Throws 422 for an address, normalized by the contract's `Email`, on a domain where nobody can
 * register: one for disposable addresses or forwarding, a subdomain that belongs to a mailbox of its
 * parent domain, or one that the operator refuses. A domain covers its subdomains; the longest known
 * one decides.
 */
export function requireLastingAddress(email: string, known: Config["mailDomains"]): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  for (const part of domainsAround(domain)) {
    if (known.allowed.includes(part)) return;
    if (known.refused.includes(part)) {
      throw refusal(
        `Bu sitede ${part} adresleriyle hesap açılamıyor. Lütfen başka bir e-posta yazın.`,
      );
    }
    if (FORWARDING.has(part)) {
      throw refusal(
        "Yönlendirme adresleriyle hesap açılamaz. Lütfen e-postalarınızı okuduğunuz asıl adresi yazın.",
      );
    }
    if (WITH_SUBDOMAINS.has(part) && part !== domain) {
      throw refusal(`Lütfen ek adres yerine asıl adresinizi yazın (ayse@${part} gibi).`);
    }
    if (DISPOSABLE.has(part)) {
      throw refusal(
        "Geçici e-posta adresleriyle hesap açılamaz. Lütfen kalıcı bir adresinizi yazın.",
      );
    }
  }
}

/** A domain and its parent domains, the longest first. */
function domainsAround(domain: string): string[] {
  const labels = domain.split(".");
  return labels.map((_, i) => labels.slice(i).join("."));
}

const refusal = (email: string): ApiError =>
  new ApiError("validation_failed", { fields: { email } });
