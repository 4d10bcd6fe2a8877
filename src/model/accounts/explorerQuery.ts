import type { GraphqlRequest } from '../../wire/graphql.ts';
import { withoutSecrets } from './withoutSecrets.ts';

/** Variables. */
const secretName = /token|secret|passw|credential|key$/i;

/** Readable query with variables as a comment, without secrets. */
export const explorerQuery = ({ query, variables = {} }: GraphqlRequest): string => {
  const given = Object.keys(variables).length === 0 ? undefined : JSON.stringify(variables, withoutSecret, 2);
  const comment = given?.replaceAll(/^/gm, '# ');
  return [indented(query), ...(comment === undefined ? [] : ['', '# Variables:', comment]), ''].join('\n');
};

const withoutSecret = (name: string, value: unknown): unknown => {
  if (secretName.test(name) && value !== null) return '[credential]';
  return typeof value === 'string' ? withoutSecrets(value) : value;
};

/** Strings, parentheses with contents, braces, others. */
const parts = /"(?:[^"\\]|\\.)*"|\([^()]*\)|[{}]|[^\s{}()"]+|[()]/g;

/** One line per field. */
const indented = (query: string): string => {
  const lines: string[] = [];
  let depth = 0;
  let line = '';
  const end = (): void => {
    if (line !== '') lines.push('  '.repeat(depth) + line);
    line = '';
  };
  for (const [part] of query.matchAll(parts)) {
    if (part === '{') {
      line = `${line} {`.trim();
      end();
      depth += 1;
    } else if (part === '}') {
      end();
      depth = Math.max(0, depth - 1);
      line = '}';
      end();
    } else if (part.startsWith('(')) line += part;
    else {
      // continues an alias, `on` or a directive
      const goesOn = depth === 0 || /(?::|\bon|\.\.\.)$/.test(line) || /^(?:on|@.*|:.*)$/.test(part);
      if (!goesOn) end();
      line = line === '' || part.startsWith(':') ? line + part : `${line} ${part}`;
    }
  }
  end();
  return lines.join('\n');
};
