import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { InvitationList } from "#web/features/invitations/invitation-list.tsx";
import { account, only, signIn, survey, surveyCard } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SurveyHeader } from "./detail/survey-header.tsx";

const label = page.getByRole("img", { name: "18 yaş ve üstü" });

test("the page of a survey for adults says so, and that of another does not (R460)", async () => {
  const screen = await show(<SurveyHeader survey={survey({ adults_only: true })} />);
  await expect.element(label).toHaveTextContent("18+");
  await screen.unmount();
  await show(<SurveyHeader survey={survey()} />);
  await expect.element(page.getByRole("heading")).toBeVisible();
  await expect.element(label).not.toBeInTheDocument();
});

test("so does its card among invitations (R460)", async () => {
  signIn();
  const card = { ...surveyCard(), state: "active", invited_at: "2026-01-01T09:00:00Z" } as const;
  await show(<InvitationList />, {
    "GET /api/auth/account/invitations": only({ ...card, adults_only: true }, { ...card, id: 6 }),
    "GET /api/auth/account/my": { item: account() },
    "GET /api/auth/account/votes": { items: [] },
    "GET /api/auth/followings/{userId}/status": { item: false },
  });
  await expect.element(page.getByRole("article").first().getByText("18+")).toBeVisible();
  expect(label.elements()).toHaveLength(1);
});
