/**
 * In local storage, until sign-out: the day in Türkiye, how many questions were answered on it, and
 * after how many the feed ends. A file of its own, since every page removes it.
 */
export const FEED_DAY = "feed-day";
