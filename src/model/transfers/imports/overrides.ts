import type { Client } from '../../../client/client.ts';
import * as v from 'valibot';
import { json } from '../../../wire/operation.ts';
import { getProject } from '../../../wire/projects.ts';

/** What a member of the project is set to, whatever the archive says. */
export type OverrideValue = string | number | boolean | null;

/** Members of the project that are set, by their name on the wire. */
export type Overrides = Readonly<Record<string, OverrideValue>>;

/** Reads a member as people type it: `key=value`. Undefined when it is none. */
export const readOverride = (text: string): readonly [key: string, value: OverrideValue] | undefined => {
  const [, key, rest] = /^([a-z][a-z0-9_]*)\s*=(.*)$/s.exec(text.trim()) ?? [];
  if (key === undefined || rest === undefined) return undefined;
  const value = rest.trim();
  if (value === 'true' || value === 'false') return [key, value === 'true'];
  if (value === 'null') return [key, null];
  return [key, /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value];
};

/** A member the server has set otherwise than it was asked, without a word. */
export interface NotTaken {
  readonly key: string;
  readonly wanted: OverrideValue;
  /** As text; what is no simple value is JSON. */
  readonly got: string;
}

/** What became of the members that were to be set. */
export interface OverrideReport {
  readonly notTaken: readonly NotTaken[];
  /** The server does not tell what these are: nobody can say whether they were taken. */
  readonly untold: readonly string[];
}

/** The record of a project with everything the server tells. */
const getWholeProject = { ...getProject, answer: json(v.record(v.string(), v.unknown())) };

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Says which members are otherwise than they were asked to be. An empty text and none are the same. */
export const compareOverrides = (wanted: Overrides, project: Readonly<Record<string, unknown>>): OverrideReport => {
  const keys = Object.keys(wanted);
  const isTaken = (key: string): boolean => {
    const [one, other] = [wanted[key], project[key]].map((value) => asText(value === '' ? null : value));
    return one === other;
  };
  const told = keys.filter((key) => Object.hasOwn(project, key));
  return {
    notTaken: told
      .filter((key) => !isTaken(key))
      .map((key) => ({ key, wanted: wanted[key] ?? null, got: asText(project[key]) })),
    untold: keys.filter((key) => !told.includes(key)),
  };
};

/** Reads what became of the members that were to be set; undefined when there were none. */
export const readOverrideReport = async (
  client: Client,
  id: number,
  wanted: Overrides,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<OverrideReport | undefined> =>
  Object.keys(wanted).length === 0
    ? undefined
    : compareOverrides(wanted, await client.send(getWholeProject, { id }, options));
