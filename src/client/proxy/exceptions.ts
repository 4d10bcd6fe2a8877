import { BlockList, isIP, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { matchesWildcard } from '../../wire/wildcard.ts';

export interface Exceptions {
  cover(url: URL): boolean;
  readonly unread: readonly string[];
}

/** Lower case, without brackets and trailing dot. */
interface Host {
  readonly name: string;
  /** 4, 6, or 0 for a name. */
  readonly family: number;
  readonly port: number;
}

type Rule = (host: Host) => boolean;

/**
 * `NO_PROXY` and `http.noProxy`: domains with subdomains (leading dot optional), wildcards, IPv4 and IPv6 addresses and
 * ranges, `<local>` for names without a dot, `*`; optional ports. Like curl and Go, resolves no names.
 */
export const readExceptions = (text: string): Exceptions => {
  const rules: Rule[] = [];
  const unread: string[] = [];
  for (const entry of text.split(/[\s,;]+/).filter(Boolean)) {
    const rule = readEntry(entry.toLowerCase());
    if (rule === undefined) unread.push(entry);
    else rules.push(rule);
  }
  return {
    unread,
    cover(url) {
      const name = url.hostname
        .toLowerCase()
        .replace(/^\[|\]$/g, '')
        .replace(/\.$/, '');
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      return rules.some((rule) => rule({ name, family: isIP(name), port }));
    },
  };
};

const readEntry = (entry: string): Rule | undefined => {
  if (entry === '*') return () => true;
  if (entry === '<local>') return ({ name, family }) => family === 0 && !name.includes('.');
  if (isIPv6(entry)) return within(entry);
  const [, network, length] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return within(network, Number(length));
  const [, written = '', port] = /^(\[[^\]]+\]|[^:[\]/@]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (Number(port) > 65_535) return undefined;
  const rule = written.startsWith('[') ? within(written.slice(1, -1)) : hostRule(written.replace(/\.$/, ''));
  return rule && ((host) => (port === undefined || host.port === Number(port)) && rule(host));
};

const within = (address: string, length?: number): Rule | undefined => {
  const version = isIP(address);
  if (version === 0 || (length ?? 0) > (version === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  if (length === undefined) list.addAddress(address, family(version));
  else list.addSubnet(address, length, family(version));
  return (host) => host.family !== 0 && list.check(host.name, family(host.family));
};

const family = (version: number): 'ipv4' | 'ipv6' => (version === 4 ? 'ipv4' : 'ipv6');

const hostRule = (written: string): Rule | undefined => {
  if (isIP(written) !== 0) return within(written);
  if (written.includes('*')) return wildcard(written);
  // a partial address would match another one
  if (/(?:^|\.)\d+$/.test(written)) return undefined;
  const name = domainToASCII(written.replace(/^\./, ''));
  return name === '' ? undefined : (host) => host.name === name || host.name.endsWith(`.${name}`);
};

const wildcard = (written: string): Rule | undefined => {
  if (!/^[\w.*-]+$/.test(written)) return undefined;
  return ({ name }) => matchesWildcard(written, name);
};
