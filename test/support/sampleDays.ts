import assert from 'node:assert/strict';

const dayMs = 24 * 60 * 60_000;
/** How many days the sample's current iteration of acme has left on the day its world is made. */
const leftAtFirst = 10;

/** Days as the user's calendar has them now, of what was some days away when a sample world was made. */
export interface SampleDays {
  readonly left: (days: number) => string;
  readonly until: (days: number) => string;
  readonly since: (days: number) => string;
}

/** The days of a sample server: a run that goes on past midnight counts one day less, or more, than the world was made with. */
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
