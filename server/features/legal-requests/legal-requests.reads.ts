import type {
  LegalRequest,
  LegalRequestDetail,
} from "#contract/endpoints/moderation/legal-requests.ts";
import { Snapshot } from "#contract/endpoints/moderation.ts";
import { cutPage, type Paging, readPage } from "#server/db/cursor.ts";
import type { Database } from "#server/db/database.ts";
import { toTimestamp } from "#server/db/timestamps.ts";
import { ApiError } from "#server/errors.ts";
import { requestName } from "#server/features/moderation/cases.reads.ts";

const selectRequests = ({ query }: Database) =>
  query
    .selectFrom("legal_requests")
    .select(["id", "year", "number", "asker", "reference", "target", "received_at", "deadline"])
    .select(["outcome", "queue", "answered_at"]);

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>["execute"]>>[number];

const toRequest = (row: RequestRow): LegalRequest => ({
  ...{ id: row.id, name: requestName(row), asker: row.asker, reference: row.reference },
  ...{ target: row.target, outcome: row.outcome },
  ...{ received_at: toTimestamp(row.received_at), deadline: toTimestamp(row.deadline) },
});

/** Open ones by deadline, or answered ones, newest first. */
export async function listLegalRequests(
  db: Database,
  { state, ...paging }: Paging & { state: "open" | "answered" },
) {
  const place = state === "open" ? "queue" : "answered_at";
  const rows = await readPage(
    selectRequests(db).where(place, "is not", null),
    [place, "id"],
    paging,
  );
  return cutPage(rows, paging.limit, (row) => [row[place] ?? 0, row.id], toRequest);
}

/** Throws `legal_request_not_found`. */
export async function readLegalRequest(db: Database, id: number): Promise<LegalRequestDetail> {
  const row = await selectRequests(db)
    .select(["words", "answer", "case_id", "copy", "copy_hash"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new ApiError("legal_request_not_found");
  const [pictures, decisions] = await Promise.all([
    db.query
      .selectFrom("legal_pictures")
      .select(["id", "content", "sha256"])
      .where("request_id", "=", id)
      .orderBy("id")
      .execute(),
    db.query
      .selectFrom("decisions")
      .select(["act", "decided_at", "undone_at"])
      .where("legal_request_id", "=", id)
      .orderBy("id")
      .execute(),
  ]);
  return {
    ...toRequest(row),
    ...{ words: row.words, answer: row.answer, case_id: row.case_id },
    ...{ copy_hash: row.copy_hash, pictures },
    answered_at: row.answered_at === null ? null : toTimestamp(row.answered_at),
    copy: row.copy === null ? null : Snapshot.parse(JSON.parse(row.copy)),
    decisions: decisions.map(({ act, decided_at, undone_at }) => ({
      ...{ act, decided_at: toTimestamp(decided_at) },
      undone_at: undone_at === null ? null : toTimestamp(undone_at),
    })),
  };
}

/** The path of a picture of a request's copy; undefined where there is none. */
export async function findPicture(
  { query }: Database,
  { requestId, id }: { requestId: number; id: number },
): Promise<string | undefined> {
  const row = await query
    .selectFrom("legal_pictures")
    .select("image")
    .where("id", "=", id)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return row?.image;
}
