import { matchesWildcard } from '../wire/wildcard.ts';

/**
 * Finds the `HostName` an ssh configuration gives a host alias, in the way ssh reads it: the first `HostName` under a
 * `Host` line whose patterns match. An alias that is not configured is its own host name. Lower case.
 */
export const hostNameOf = (configuration: string, alias: string): string => {
  let applies = true;
  for (const line of configuration.split(/\r?\n/)) {
    const [, keyword = '', rest = ''] = /^(\w+)(?:\s*=|\s)(.*)$/.exec(line.trim()) ?? [];
    const value = rest.trim();
    if (keyword.toLowerCase() === 'host') applies = matches(value, alias);
    if (keyword.toLowerCase() === 'match') applies = false;
    if (keyword.toLowerCase() === 'hostname' && applies) {
      return unquoted(value).replaceAll('%h', alias).toLowerCase();
    }
  }
  return alias.toLowerCase();
};

const matches = (patterns: string, alias: string): boolean => {
  const list = patterns.split(/\s+/).map(unquoted);
  const excluded = list.some((pattern) => pattern.startsWith('!') && isFor(pattern.slice(1), alias));
  return !excluded && list.some((pattern) => !pattern.startsWith('!') && isFor(pattern, alias));
};

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1');

const isFor = (pattern: string, alias: string): boolean =>
  matchesWildcard(pattern.toLowerCase(), alias.toLowerCase(), '?');
