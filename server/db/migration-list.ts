import type { Database } from "./database.ts";
import * as first from "./migrations/001-first-tables.ts";
import * as viewSalts from "./migrations/002-view-salts.ts";
import * as pictureNames from "./migrations/005-picture-names.ts";
import * as listedSurveys from "./migrations/006-listed-surveys.ts";
import * as orderedConnections from "./migrations/007-ordered-connections.ts";
import * as fewerVoteIndexes from "./migrations/008-fewer-vote-indexes.ts";
import * as popularity from "./migrations/009-popularity.ts";
import * as muchVoted from "./migrations/010-much-voted.ts";
import * as everyOrder from "./migrations/011-terms-in-every-order.ts";
import * as followersUntold from "./migrations/012-followers-untold.ts";
import * as softenedWords from "./migrations/013-softened-words.ts";
import * as departures from "./migrations/014-departures.ts";
import * as softenedLongWords from "./migrations/015-softened-long-words.ts";
import * as removals from "./migrations/016-removals.ts";
import * as credentials from "./migrations/017-credentials.ts";
import * as fullTextSearch from "./migrations/018-full-text-search.ts";
import * as fanoutPending from "./migrations/019-fanout-pending.ts";
import * as dailyVotes from "./migrations/020-daily-votes.ts";
import * as milestonesAndLeaders from "./migrations/021-milestones-and-leaders.ts";
import * as listedOfPerson from "./migrations/022-listed-of-person.ts";
import * as surveysOfCategory from "./migrations/023-surveys-of-category.ts";
import * as voteMarks from "./migrations/024-vote-marks.ts";
import * as shownVotes from "./migrations/025-shown-votes.ts";
import * as dailyActs from "./migrations/026-daily-acts.ts";
import * as surveyEdits from "./migrations/027-survey-edits.ts";
import * as sharedCounts from "./migrations/028-shared-counts.ts";
import * as invitableBy from "./migrations/029-invitable-by.ts";
import * as votesWhilePrivate from "./migrations/030-votes-while-private.ts";
import * as mails from "./migrations/031-mails.ts";
import * as verifiedEmail from "./migrations/032-verified-email.ts";
import * as mailboxes from "./migrations/033-mailboxes.ts";
import * as openSessions from "./migrations/034-open-sessions.ts";
import * as secondFactors from "./migrations/035-second-factors.ts";
import * as identities from "./migrations/036-identities.ts";
import * as leases from "./migrations/037-leases.ts";
import * as installation from "./migrations/038-installation.ts";
import * as assets from "./migrations/039-assets.ts";
import * as receipts from "./migrations/041-receipts.ts";
import * as voteCohorts from "./migrations/042-vote-cohorts.ts";
import * as differingSeals from "./migrations/046-differing-seals.ts";
import * as voteScans from "./migrations/049-vote-scans.ts";
import * as notices from "./migrations/050-notices.ts";
import * as formerIdentities from "./migrations/051-former-identities.ts";
import * as looks from "./migrations/053-looks.ts";
import * as proofsAndLetters from "./migrations/054-proofs-and-letters.ts";
import * as keyAttestations from "./migrations/055-key-attestations.ts";
import * as treeHeads from "./migrations/056-tree-heads.ts";
import * as stepsAndLooks from "./migrations/057-steps-and-looks.ts";
import * as hourlyOrigins from "./migrations/058-hourly-origins.ts";
import * as sponsors from "./migrations/059-sponsors.ts";
import * as knownSince from "./migrations/060-known-since.ts";
import * as optionCohorts from "./migrations/061-option-cohorts.ts";
import * as signInCodes from "./migrations/062-sign-in-codes.ts";
import * as pushSubscriptions from "./migrations/063-push-subscriptions.ts";
import * as awaitedEnds from "./migrations/064-awaited-ends.ts";
import * as choices from "./migrations/065-choices.ts";
import * as rounds from "./migrations/066-rounds.ts";
import * as hiddenUntilEnd from "./migrations/067-hidden-until-end.ts";
import * as shuffledOptions from "./migrations/068-shuffled-options.ts";
import * as moderation from "./migrations/070-moderation.ts";
import * as changeableVotes from "./migrations/071-changeable-votes.ts";
import * as noOpinion from "./migrations/072-no-opinion.ts";
import * as quizzes from "./migrations/074-quizzes.ts";
import * as blocks from "./migrations/076-blocks.ts";
import * as registrationLinks from "./migrations/077-registration-links.ts";
import * as unlistedSurveys from "./migrations/078-unlisted-surveys.ts";
import * as withheldPictures from "./migrations/079-withheld-pictures.ts";
import * as caseViewers from "./migrations/080-case-viewers.ts";
import * as reviewWords from "./migrations/081-review-words.ts";
import * as quietPeriods from "./migrations/082-quiet-periods.ts";
import * as legalRequests from "./migrations/083-legal-requests.ts";
import * as surveysForAdults from "./migrations/084-surveys-for-adults.ts";
import * as moderationQueue from "./migrations/085-moderation-queue.ts";
import * as quizExplanations from "./migrations/086-quiz-explanations.ts";
import * as withheldExplanations from "./migrations/087-withheld-explanations.ts";
import * as registrationNetworks from "./migrations/088-registration-networks.ts";
import * as hiddenQuestions from "./migrations/089-hidden-questions.ts";
import * as similarHolds from "./migrations/090-similar-holds.ts";
import * as openReportReasons from "./migrations/091-open-report-reasons.ts";

/**
 * In the order in which they run. Missing numbers were not released; none is ever used again.
 *
 * The previous release keeps running beside this one, and can start again after a migration that it
 * does not know (ADR-025). So a migration only adds. It may remove something, or require something
 * of new rows, only where no server that knows the migration numbered behind its `@` still depends
 * on the earlier form: `050-drop-x@041` ends releases that do not know 041.
 *
 * On PostgreSQL people vote and read meanwhile: the first lock that a migration takes on a table is
 * the strongest that it needs (R321), and what takes longer than a second on a large table is done
 * in slices.
 */
export const migrations = (engine: Database["engine"]) => ({
  "001-first-tables": { up: first.up(engine) },
  "002-view-salts": viewSalts,
  "005-picture-names": pictureNames,
  "006-listed-surveys": { up: listedSurveys.up(engine) },
  "007-ordered-connections": orderedConnections,
  "008-fewer-vote-indexes": fewerVoteIndexes,
  "009-popularity": popularity,
  "010-much-voted": muchVoted,
  "011-terms-in-every-order": everyOrder,
  "012-followers-untold": followersUntold,
  "013-softened-words": softenedWords,
  "014-departures": departures,
  "015-softened-long-words": softenedLongWords,
  "016-removals": { up: removals.up(engine) },
  "017-credentials": { up: credentials.up(engine) },
  "018-full-text-search": { up: fullTextSearch.up(engine) },
  "019-fanout-pending": fanoutPending,
  "020-daily-votes": { up: dailyVotes.up(engine) },
  "021-milestones-and-leaders": { up: milestonesAndLeaders.up(engine) },
  "022-listed-of-person": listedOfPerson,
  "023-surveys-of-category": surveysOfCategory,
  "024-vote-marks": { up: voteMarks.up(engine) },
  "025-shown-votes": shownVotes,
  "026-daily-acts": { up: dailyActs.up(engine) },
  "027-survey-edits": { up: surveyEdits.up(engine) },
  "028-shared-counts": { up: sharedCounts.up(engine) },
  "029-invitable-by": invitableBy,
  "030-votes-while-private": votesWhilePrivate,
  "031-mails": { up: mails.up(engine) },
  "032-verified-email": verifiedEmail,
  "033-mailboxes": mailboxes,
  "034-open-sessions": openSessions,
  "035-second-factors": { up: secondFactors.up(engine) },
  "036-identities": identities,
  "037-leases": leases,
  "038-installation": installation,
  "039-assets": { up: assets.up(engine) },
  "041-receipts": { up: receipts.up(engine) },
  "042-vote-cohorts": { up: voteCohorts.up(engine) },
  "046-differing-seals": differingSeals,
  "049-vote-scans": voteScans,
  "050-notices": { up: notices.up(engine) },
  "051-former-identities": { up: formerIdentities.up(engine) },
  "053-looks": { up: looks.up(engine) },
  "054-proofs-and-letters": { up: proofsAndLetters.up(engine) },
  "055-key-attestations": { up: keyAttestations.up(engine) },
  "056-tree-heads": { up: treeHeads.up(engine) },
  "057-steps-and-looks": { up: stepsAndLooks.up(engine) },
  "058-hourly-origins": { up: hourlyOrigins.up(engine) },
  "059-sponsors": sponsors,
  "060-known-since": knownSince,
  "061-option-cohorts": { up: optionCohorts.up(engine) },
  "062-sign-in-codes": { up: signInCodes.up(engine) },
  "063-push-subscriptions": { up: pushSubscriptions.up(engine) },
  "064-awaited-ends": { up: awaitedEnds.up(engine) },
  "065-choices": { up: choices.up(engine) },
  "066-rounds": { up: rounds.up(engine) },
  "067-hidden-until-end": hiddenUntilEnd,
  "068-shuffled-options": shuffledOptions,
  "070-moderation": { up: moderation.up(engine) },
  "071-changeable-votes": { up: changeableVotes.up(engine) },
  "072-no-opinion": { up: noOpinion.up(engine) },
  "074-quizzes": { up: quizzes.up(engine) },
  "076-blocks": { up: blocks.up(engine) },
  "077-registration-links": { up: registrationLinks.up(engine) },
  "078-unlisted-surveys": { up: unlistedSurveys.up(engine) },
  "079-withheld-pictures": { up: withheldPictures.up(engine) },
  "080-case-viewers": { up: caseViewers.up(engine) },
  "081-review-words": { up: reviewWords.up(engine) },
  "082-quiet-periods": { up: quietPeriods.up(engine) },
  "083-legal-requests": { up: legalRequests.up(engine) },
  "084-surveys-for-adults": surveysForAdults,
  "085-moderation-queue": { up: moderationQueue.up(engine) },
  "086-quiz-explanations": { up: quizExplanations.up(engine) },
  "087-withheld-explanations": withheldExplanations,
  "088-registration-networks": { up: registrationNetworks.up(engine) },
  "089-hidden-questions": { up: hiddenQuestions.up(engine) },
  "090-similar-holds": similarHolds,
  "091-open-report-reasons": openReportReasons,
});
