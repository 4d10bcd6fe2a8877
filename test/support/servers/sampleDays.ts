import assert from 'node:assert/strict';

const dayMs = 24 * 60 * 60_000;
/** Days left of acme's current iteration in a new world. */
const leftAtFirst = 10;

/** Texts for days counted from a new world. */
export interface SampleDays {
  readonly left: (days: number) => string;
  readonly until: (days: number) => string;
  readonly since: (days: number) => string;
}

/** Adjusts for a run that passes midnight. */
export const sampleDays = async (url: string, token: string | undefined): Promise<SampleDays> => {
  const answer = await fetch(`${url}/api/v4/groups/acme/iterations?state=current`, {
    headers: { 'private-token': token ?? '' },
  });
  const [current] = (await answer.json()) as readonly { readonly due_date: string }[];
  const dueAt = Date.parse(current?.due_date ?? assert.fail('no iteration is current'));
  const gone = (): number => {
    const now = new Date();
    return leftAtFirst - (dueAt - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / dayMs;
  };
  return {
    left: (days) => `${days - gone()} days left`,
    until: (days) => `in ${days - gone()} days`,
    since: (days) => `ended ${days + gone()} days ago`,
  };
};
