import type { listMergeRequests } from '../../wire/mergeRequests.ts';
import type { ParametersOf } from '../../wire/operation.ts';

export const searchStates = ['opened', 'closed', 'merged', 'all'] as const;

const filters = /(author|label|state):(?:"([^"]*)"|@?(\S+))/g;

const valuesOf = (text: string, name: string): readonly string[] =>
  [...text.matchAll(filters)].flatMap(([, each, quoted, plain]) => (each === name ? (quoted ?? plain ?? []) : []));

export const hasOtherState = (text: string): boolean =>
  valuesOf(text, 'state').some((state) => !searchStates.some((each) => each === state));

/** Searches open merge requests unless `state:` is given. */
export const searchedFor = (
  text: string,
): Pick<ParametersOf<typeof listMergeRequests>, 'state' | 'author_username' | 'labels' | 'search'> => ({
  state: searchStates.find((state) => valuesOf(text, 'state').includes(state)) ?? 'opened',
  author_username: valuesOf(text, 'author')[0],
  labels: valuesOf(text, 'label').join() || undefined,
  search: text.replace(filters, '').trim() || undefined,
});
