import { catalogue, type OperationName } from '../wire/catalogue.ts';
import type { Method } from '../wire/operation.ts';
import { documentPath } from '../wire/spelling.ts';
import { isDeclared, newestEdition, type Edition } from './edition.ts';

/** `otherVerb` is a known path with another method. */
export type Route =
  | { readonly kind: 'operation'; readonly name: OperationName; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'otherVerb'; readonly allowed: readonly Method[] }
  | { readonly kind: 'unknown' };

interface Pattern {
  readonly name: OperationName;
  readonly method: Method;
  readonly segments: readonly string[];
}

/** Operations by their path, and by its neutral spelling. */
const patterns: readonly Pattern[] = (Object.keys(catalogue) as OperationName[]).flatMap((name) => {
  const { method, path } = catalogue[name];
  return [...new Set([path, documentPath(path)])].map((spelled) => ({
    name,
    method,
    segments: spelled.split('/').slice(1),
  }));
});

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const fit = (pattern: Pattern, segments: readonly string[]): Record<string, string> | undefined => {
  if (pattern.segments.length !== segments.length) return undefined;
  const path: Record<string, string> = {};
  for (const [index, expected] of pattern.segments.entries()) {
    const actual = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (expected !== actual) return undefined;
      continue;
    }
    const value = decoded(actual);
    if (value === undefined || value === '') return undefined;
    path[expected.slice(1)] = value;
  }
  return path;
};

/**
 * `path` is percent-encoded: slashes in names must be `%2F`. `HEAD` counts as `GET`. Operations that the edition lacks
 * are unknown.
 */
export const findRoute = (method: string, path: string, edition: Edition = newestEdition): Route => {
  const segments = path.split('/').slice(1);
  const fitting = patterns.flatMap((pattern) => {
    const values = isDeclared(edition, catalogue[pattern.name]) ? fit(pattern, segments) : undefined;
    return values === undefined ? [] : [{ pattern, values }];
  });
  const verb = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ pattern }) => pattern.method === verb);
  if (found !== undefined) return { kind: 'operation', name: found.pattern.name, path: found.values };
  if (fitting.length === 0) return { kind: 'unknown' };
  return { kind: 'otherVerb', allowed: [...new Set(fitting.map(({ pattern }) => pattern.method))] };
};
