import { BRAND } from "#contract/brand.ts";
import type { PushKind } from "#contract/endpoints/push.ts";
import type { PushMessage } from "./push-delivery.ts";

/** What happened since the last message, of which the last is told. */
export interface PushNews {
  kind: PushKind;
  count: number;
  surveyId: number | null;
  question: string | null;
  /** Nickname of the person who caused it; null if nobody did. */
  actor: string | null;
}

/**
 * Returns what a locked screen may show: never a vote, nor the question of a survey that somebody
 * was invited to, which may be private.
 */
export function wordsOf({ kind, count, surveyId, question, actor }: PushNews): PushMessage {
  if (count > 1) {
    const body = `${count} yeni bildiriminiz var.`;
    return { title: BRAND, body, url: "/notifications", tag: "notifications" };
  }
  const survey = { url: `/surveys/${surveyId}`, tag: `${kind} ${surveyId}` };
  const about = question ?? "";
  switch (kind) {
    case "question":
      return { title: "Günün sorusu", body: about, ...survey, tag: kind };
    case "ended":
      return { ...survey, title: "Sonuç belli oldu", body: about, url: `${survey.url}/results` };
    case "invitation":
      return { title: "Bir ankete davet edildiniz", body: `@${actor} sizi davet etti.`, ...survey };
    case "follower": {
      const body = `@${actor} sizi takip etmeye başladı.`;
      return { title: "Yeni takipçi", body, url: `/profile/${actor}`, tag: "follower" };
    }
  }
}
