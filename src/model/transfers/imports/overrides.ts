import type { Client } from '../../../client/client.ts';
import * as v from 'valibot';
import { json } from '../../../wire/operation.ts';
import { getProject } from '../../../wire/projects.ts';

export type OverrideValue = string | number | boolean | null;

/** Values by wire name. */
export type Overrides = Readonly<Record<string, OverrideValue>>;

/** `key=value`. */
export const readOverride = (text: string): readonly [key: string, value: OverrideValue] | undefined => {
  const [, key, rest] = /^([a-z][a-z0-9_]*)\s*=(.*)$/s.exec(text.trim()) ?? [];
  if (key === undefined || rest === undefined) return undefined;
  const value = rest.trim();
  if (value === 'true' || value === 'false') return [key, value === 'true'];
  if (value === 'null') return [key, null];
  return [key, /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value];
};

/** Silently changed by the server. */
export interface NotTaken {
  readonly key: string;
  readonly wanted: OverrideValue;
  /** Text or JSON. */
  readonly got: string;
}

export interface OverrideReport {
  readonly notTaken: readonly NotTaken[];
  /** Settings the server doesn't report. */
  readonly untold: readonly string[];
}

const getWholeProject = { ...getProject, answer: json(v.record(v.string(), v.unknown())) };

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Empty text equals null. */
export const compareOverrides = (wanted: Overrides, project: Readonly<Record<string, unknown>>): OverrideReport => {
  const keys = Object.keys(wanted);
  const isTaken = (key: string): boolean => {
    const [one, other] = [wanted[key], project[key]].map((value) => asText(value === '' ? null : value));
    return one === other;
  };
  const reported = keys.filter((key) => Object.hasOwn(project, key));
  return {
    notTaken: reported
      .filter((key) => !isTaken(key))
      .map((key) => ({ key, wanted: wanted[key] ?? null, got: asText(project[key]) })),
    untold: keys.filter((key) => !reported.includes(key)),
  };
};

export const readOverrideReport = async (
  client: Client,
  id: number,
  wanted: Overrides,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<OverrideReport | undefined> =>
  Object.keys(wanted).length === 0
    ? undefined
    : compareOverrides(wanted, await client.send(getWholeProject, { id }, options));
