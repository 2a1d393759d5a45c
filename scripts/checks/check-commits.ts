// Checks the messages of the commits since the last release against STYLE.md.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Commits after this one are checked until a later release exists. */
const CHECKED_SINCE = "775626c4aaf68f44294c2c633e93b8a892788154";
const SUBJECT_MAX = 72;
const QUAINT =
  /^(Answer|Ask|Date|Expect|Give|Hear|Keep|Lay|Lead|Leave|Let|Look|Name|Press|Provoke|Read|Say|Show|Take|Tell|Try|Wait|Weigh)\b/;

/** Returns what is wrong with a commit message; empty if nothing is. */
export function complaintsAbout(message: string): string[] {
  const [subject = "", ...rest] = message.trim().split("\n");
  const complaints: string[] = [];
  if (subject.length > SUBJECT_MAX)
    complaints.push(`the subject has ${subject.length} characters, more than ${SUBJECT_MAX}`);
  if (/ and /i.test(subject)) complaints.push('"and" in the subject: one change a commit');
  if (QUAINT.test(subject)) complaints.push("the subject begins with no concrete verb");
  if (!/^\p{Lu}/u.test(subject)) complaints.push("the subject begins with no capital letter");
  if (subject.endsWith(".")) complaints.push("the subject ends with a full stop");
  if (rest.join("").trim() === "") complaints.push("no body says why");
  return complaints;
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}

function checkHistory(): void {
  const { commit: released } = JSON.parse(readFileSync("testing/last-release.json", "utf8"));
  const releasedLater = git("merge-base", "--is-ancestor", CHECKED_SINCE, released) !== undefined;
  const since = releasedLater ? released : CHECKED_SINCE;
  const log = git("log", "--no-merges", "--format=%h%n%B%x00", `${since}..HEAD`);
  if (log === undefined) console.log(`The clone has no history since ${since}.`);
  const commits = (log ?? "").split("\0").filter((commit) => commit.trim() !== "");
  for (const commit of commits) {
    const [hash = "", ...message] = commit.trim().split("\n");
    for (const complaint of complaintsAbout(message.join("\n"))) {
      console.error(`${hash} ${message[0]}: ${complaint}`);
      process.exitCode = 1;
    }
  }
  console.log(`Checked the messages of ${commits.length} commits.`);
}

if (import.meta.main) checkHistory();
