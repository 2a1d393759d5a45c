/** What the owner of a survey in review reads (R662). */
export const IN_REVIEW =
  "Anketiniz incelemede: sonuçlanana kadar onu sizden başka yalnızca yetkililer görür ve oy alamaz. Sonucu bildirimlerinizde okursunuz.";
export const IN_REVIEW_BADGE = "İncelemede";
