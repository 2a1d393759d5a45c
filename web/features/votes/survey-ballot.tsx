import { OptionGrid } from "#web/features/ballots/option-grid.tsx";
import { singleView } from "#web/features/ballots/single.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Ballot } from "./ballot.tsx";
import type { BallotProps } from "./use-ballot.ts";

const SeveralBallot = lazyComponent<BallotProps>(
  "",
  async () => (await import("./several-ballot.tsx")).SeveralBallot,
  ({ survey }) => (
    <div className="@container mt-4">
      <OptionGrid
        survey={survey}
        isOpen={false}
        isNew={false}
        chosen={[]}
        results={undefined}
        total={0}
      />
    </div>
  ),
);

/** A survey's ballot. Only the plain one is part of every visit; of others the options come first. */
export const SurveyBallot = (props: BallotProps) =>
  props.survey.ballot || props.survey.allows_no_opinion ? (
    <SeveralBallot {...props} />
  ) : (
    <Ballot view={singleView} {...props} />
  );
