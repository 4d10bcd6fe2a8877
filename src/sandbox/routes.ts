import { catalogue, type OperationName } from '../wire/catalogue.ts';
import type { Method } from '../wire/operation.ts';
import { documentPath } from '../wire/spelling.ts';
import { isDeclared, newestEdition, type Edition } from './edition.ts';

/** What a method and path lead to. A known path with another verb says which verbs it has. */
export type Route =
  | { readonly kind: 'operation'; readonly name: OperationName; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'otherVerb'; readonly allowed: readonly Method[] }
  | { readonly kind: 'unknown' };

interface Pattern {
  readonly name: OperationName;
  readonly method: Method;
  readonly segments: readonly string[];
}

/** Each operation under its path, and under the interface document's spelling of it where that differs. */
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
 * Finds the operation for a path below `/api/v4`, still percent-encoded: a slash inside a name must be `%2F`,
 * otherwise the path has one segment too many and is unknown. `HEAD` goes where `GET` goes. What the edition does not
 * know is not there.
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
