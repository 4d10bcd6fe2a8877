import type { listMergeRequests } from '../../wire/mergeRequests.ts';
import type { ParametersOf } from '../../wire/operation.ts';

/** The states merge requests can be searched by. */
export const searchStates = ['opened', 'closed', 'merged', 'all'] as const;

const filters = /(author|label|state):(?:"([^"]*)"|@?(\S+))/g;

const valuesOf = (text: string, name: string): readonly string[] =>
  [...text.matchAll(filters)].flatMap(([, each, quoted, plain]) => (each === name ? (quoted ?? plain ?? []) : []));

/** Whether a search names a state that there is not. */
export const hasOtherState = (text: string): boolean =>
  valuesOf(text, 'state').some((state) => !searchStates.some((each) => each === state));

/** What a search asks the server for: open merge requests with the words, unless `author:`, `label:`, `state:` say otherwise. */
export const searchedFor = (
  text: string,
): Pick<ParametersOf<typeof listMergeRequests>, 'state' | 'author_username' | 'labels' | 'search'> => ({
  state: searchStates.find((state) => valuesOf(text, 'state').includes(state)) ?? 'opened',
  author_username: valuesOf(text, 'author')[0],
  labels: valuesOf(text, 'label').join() || undefined,
  search: text.replace(filters, '').trim() || undefined,
});
