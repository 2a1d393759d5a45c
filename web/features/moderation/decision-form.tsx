import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import type { DecisionAct } from "#contract/endpoints/moderation.ts";
import { type CaseDetail, decideCase as contract } from "#contract/endpoints/moderation-cases.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import { caseQuery, casesQuery, decideCase } from "#web/features/moderation/cases.api.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ACTS, actOf, actsFor, alsoFor, isProposed, isRemovable } from "./acts.ts";
import { PictureChoice } from "./picture-choice.tsx";
import { useKeys } from "./use-keys.ts";

type Fields = Pick<
  Body<"POST /api/auth/moderation/cases/{id}/decision">,
  "act" | "reason" | "words"
> & { days: string; also: DecisionAct[]; pictures: string[]; request: string };

interface Props {
  item: CaseDetail;
  mayDecide: boolean;
  onDecided?: () => void;
}

/** Of suspensions, in days; the empty one is for good. */
export const DURATIONS = { 1: "1 gün", 7: "7 gün", 30: "30 gün", "": "Süresiz" };

/**
 * Chooses what happens by one key and decides by another, which opens the next case (R626). Without
 * `mayDecide` it only shows what was typed. With `onDecided` nothing was reported: then there is
 * nothing to dismiss, and the case stays open on the screen (R688).
 */
export function DecisionForm({ item, mayDecide, onDecided }: Props) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const { id, version, reported, legal_requests: requests = [] } = item;
  const acts = actsFor(item).filter((act) => act !== "dismiss" || !onDecided);
  const first = onDecided ? "warn" : "dismiss";
  const [only, ...more] = item.pictures.filter(isRemovable);
  const toBody = ({ days, also: chosen, pictures, request, ...fields }: Fields) => {
    const also = fields.act === "dismiss" ? [] : chosen.filter((act) => act !== fields.act);
    const does = (act: DecisionAct) => fields.act === act || also.includes(act);
    return {
      ...{ ...fields, version },
      ...(also.length > 0 && { also }),
      ...(request !== "" && fields.act !== "dismiss" && { legal_request_id: Number(request) }),
      ...(does("remove_picture") && { pictures }),
      ...(does("suspend") && days !== "" && { days: Number(days) }),
    };
  };
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: {
      ...{ act: first, reason: reported[0]?.reason ?? "other", words: "" },
      request: String(requests[0]?.id ?? ""),
      ...{ days: "7", also: [], pictures: only && more.length === 0 ? [only.place] : [] },
    },
    toBody,
    fieldNames: { legal_request_id: "request" },
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => decideCase(id, toBody(fields)),
    onSuccess: async (next) => {
      toast.success("Karar Verildi");
      void queryClient.invalidateQueries(casesQuery);
      if (onDecided) {
        onDecided();
        return queryClient.invalidateQueries(caseQuery(id));
      }
      // Without a key the router would stay at this case.
      const params = { id: next.item === null ? undefined : String(next.item) };
      await router.navigate({ to: "/moderation/{-$id}", params });
    },
    onError: (error) => {
      if (!form.showErrors(error)) toastProblem(error);
      if (error instanceof ApiProblem && error.code === "case_changed")
        return queryClient.invalidateQueries(caseQuery(id));
    },
  });
  const choose = (act: Fields["act"]) => {
    form.setValue("act", act);
    const written = form.getValues("words");
    if (written === "" || isProposed(written)) form.setValue("words", actOf(item, act).words);
  };
  const fillIn = useEffectEvent(() => choose(first));
  useEffect(() => fillIn(), []);
  useKeys({
    ...Object.fromEntries(acts.map((act) => [ACTS[act].key, () => choose(act)])),
    ...(mayDecide && { Enter: () => element.current?.requestSubmit() }),
  });
  const [act, also] = form.watch(["act", "also"]);
  const others = alsoFor(item).filter((other) => other !== act);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submitTo(send.mutateAsync)}
      className="grid gap-4 rounded border border-line bg-surface p-5"
    >
      <h2 className="text-xl font-extrabold">Karar</h2>
      {item.has_objection && (
        <p className="rounded bg-turkuaz-soft p-3 text-pretty">
          Bir karara itiraz var. Buradan verdiğiniz karar itirazı reddeder; haklı buluyorsanız o
          kararı “Kararlar” altından geri alın.
        </p>
      )}
      <Select
        label="Ne yapılsın"
        hint={actOf(item, act).hint}
        error={form.errorOf("act")}
        {...form.register("act", { onChange: ({ target }) => choose(target.value) })}
      >
        {acts.map((act) => (
          <option key={act} value={act}>
            {actOf(item, act).label}
          </option>
        ))}
      </Select>
      {act !== "dismiss" && (
        <fieldset>
          <legend className="font-semibold">Ayrıca</legend>
          {others.map((other) => (
            <Checkbox
              key={other}
              value={other}
              label={ACTS[other].label}
              {...form.register("also")}
            />
          ))}
          {also.includes("close") && <p className="text-sm text-muted">{ACTS.close.hint}</p>}
        </fieldset>
      )}
      {(act === "remove_picture" || also.includes("remove_picture")) && (
        <PictureChoice
          item={item}
          error={form.errorOf("pictures")}
          field={form.register("pictures")}
        />
      )}
      {(act === "suspend" || also.includes("suspend")) && (
        <Select label="Süre" error={form.errorOf("days")} {...form.register("days")}>
          <Options of={DURATIONS} />
        </Select>
      )}
      {requests.length > 0 && act !== "dismiss" && (
        <Select label="Hukuki talep" error={form.errorOf("request")} {...form.register("request")}>
          {requests.map((one) => (
            <option key={one.id} value={one.id}>
              Talep {one.name}
            </option>
          ))}
          <option value="">Bu karar bir talep için değil</option>
        </Select>
      )}
      <Select label="Kural" error={form.errorOf("reason")} {...form.register("reason")}>
        <Options of={REASONS} />
      </Select>
      <TextArea
        label="Gerekçe"
        hint={
          onDecided
            ? "Sahibi bunu okur."
            : `“${actOf(item, "dismiss").label}” dışındaki kararlarda sahibi bunu okur.`
        }
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      {mayDecide && (
        <Button type="submit" variant="primary" busy={send.isPending}>
          {onDecided ? "Karar Ver" : "Karar ver ve sonraki"}
        </Button>
      )}
    </form>
  );
}
