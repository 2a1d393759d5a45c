import { useMutation } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { show } from "#web/testing/screen.tsx";
import { TextField } from "#web/ui/form/field.tsx";

const Name = z.object({
  name: z.string().min(1, { error: "Ad boş." }).max(5, { error: "Ad uzun." }),
  city_id: z.string().min(1, { error: "Şehir boş." }),
});
const first = page.getByLabelText("Ad");
const city = page.getByLabelText("Şehir");

function Form({ send }: { send: () => Promise<unknown> }) {
  const form = useContractForm<{ first_name: string; city_id: string }>(Name, {
    defaultValues: { first_name: "", city_id: "" },
    toBody: ({ first_name, city_id }) => ({ name: first_name, city_id }),
    fieldNames: { name: "first_name" },
    fieldsOfCodes: { nickname_taken: "first_name" },
  });
  const sending = useMutation({ mutationFn: send, onError: form.showErrors });
  return (
    <form noValidate onSubmit={form.submitTo(() => sending.mutateAsync())}>
      <TextField label="Ad" error={form.errorOf("first_name")} {...form.register("first_name")} />
      <TextField label="Şehir" error={form.errorOf("city_id")} {...form.register("city_id")} />
      <button type="submit">Gönder</button>
    </form>
  );
}

const refuse = (code: "nickname_taken" | "validation_failed", fields = {}) =>
  Promise.reject(new ApiProblem({ code, title: "Hata", message: "Alınmış.", status: 422, fields }));

test("nothing is sent while a field is wrong, and the first such field takes the focus", async () => {
  let sent = 0;
  await show(<Form send={async () => (sent += 1)} />);
  await page.getByRole("button").click();
  await expect.element(page.getByText("Ad boş.")).toBeVisible();
  await expect.element(page.getByText("Şehir boş.")).toBeVisible();
  await expect.element(first).toHaveFocus();
  expect(sent).toBe(0);

  await first.fill("Ayşe Yılmaz");
  await expect.element(page.getByText("Ad uzun.")).toBeVisible();
});

test("a form that is under way is not sent again by a second Enter", async () => {
  let sent = 0;
  await show(
    <Form
      send={() => {
        sent += 1;
        return new Promise(() => undefined);
      }}
    />,
  );
  await first.fill("Ayşe");
  await city.fill("34");
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.poll(() => sent).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toBe(1);
});

test("what the server finds wrong stands in its field, and what was typed stays", async () => {
  const answers = [
    () => refuse("nickname_taken"),
    () => refuse("validation_failed", { name: "Bu ad olmaz.", city_id: "Bu şehir yok." }),
  ];
  await show(<Form send={() => answers.shift()?.() ?? Promise.resolve()} />);
  await first.fill("Ayşe");
  await city.fill("99");
  await page.getByRole("button").click();
  await expect.element(page.getByText("Alınmış.")).toBeVisible();
  await expect.element(first).toHaveFocus();

  await page.getByRole("button").click();
  await expect.element(page.getByText("Bu ad olmaz.")).toBeVisible();
  await expect.element(page.getByText("Bu şehir yok.")).toBeVisible();
  await expect.element(first).toHaveValue("Ayşe");
  await expect.element(city).toHaveValue("99");
});

test("what a password manager fills in without an event is sent (R240)", async () => {
  let sent = 0;
  await show(<Form send={async () => (sent += 1)} />);
  await expect.element(first).toBeVisible();
  for (const field of [first, city]) (field.element() as HTMLInputElement).value = "Ayşe";
  await page.getByRole("button").click();
  await expect.poll(() => sent).toBe(1);
});
