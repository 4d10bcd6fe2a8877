import { notUsed, usedIn } from './wireReasons.ts';
import { wireUses } from './wireUses.ts';

type Table = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** For every field and parameter of the operations the place where it is used, or why it is not; empty where neither is known. */
export interface WirePlaces {
  readonly records: Table;
  readonly operations: Table;
}

const needed = new Set<string>();

/** The places of all fields and parameters: those that types lead to, and those that are given by hand. */
export const wirePlaces = (): WirePlaces => (known ??= read());

let known: WirePlaces | undefined;

const read = (): WirePlaces => {
  const { records, operations } = wireUses();
  const placed = (table: typeof records): Table =>
    new Map(
      [...table].map(([owner, members]) => [
        owner,
        new Map([...members].map(([name, files]) => [name, placeText(`${owner}.${name}`, files)])),
      ]),
    );
  return { records: placed(records), operations: placed(operations) };
};

/** The files that use something, three at most, or why none does. Files of `host` come first, and without it. */
export const placeText = (key: string, files: readonly string[]): string => {
  if (files.length > 0) return named(files);
  const file = usedIn[key];
  const reason = Object.keys(notUsed).find(
    (one) => one === key || (one.endsWith('*') && key.startsWith(one.slice(0, -1))),
  );
  const found = file === undefined ? reason : key;
  if (found !== undefined) needed.add(found);
  return file === undefined ? (reason === undefined ? '' : `– ${notUsed[reason]}`) : named([file]);
};

/** Reasons and places given by hand that nothing has needed so far. */
export const idleReasons = (): readonly string[] =>
  [...Object.keys(usedIn), ...Object.keys(notUsed)].filter((key) => !needed.has(key));

const named = (files: readonly string[]): string => {
  const isHost = (file: string): boolean => file.startsWith('host/');
  return [...files.filter(isHost), ...files.filter((file) => !isHost(file))]
    .slice(0, 3)
    .map((file) => `\`${file.replace(/^host\//, '')}\``)
    .join(', ');
};
