import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profiler } from 'node:inspector';
import type { ParsedScript, Watched } from './probeCalls.ts';

/** The scripts that were parsed until a moment. */
export const scriptsUntil = ({ scripts }: Watched, endMs: number): readonly ParsedScript[] =>
  scripts.filter(({ atMs }) => atMs <= endMs);

/** Who had the processor of the extension host, in milliseconds, most first. */
export type ProfileShares = ReadonlyMap<string, number>;

/** What a frame of a profile belongs to, in the words of the page. */
const ownerOf = ({ functionName, url }: Profiler.ProfileNode['callFrame'], folder: string): string => {
  if (functionName === '(idle)') return 'waiting';
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (functionName.startsWith('(') && url === '') return 'V8 and system';
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  if (file.startsWith(folder + path.sep)) return `\`${path.relative(folder, file).split(path.sep).join('/')}\``;
  if (/^node:internal\/(?:modules|vm|source_map)/.test(url)) return 'reading and compiling modules';
  if (url === '' || url.startsWith('node:')) return 'Node';
  return file.includes(`${path.sep}extensions${path.sep}`) ? 'other extensions' : 'the editor';
};

/** Who had the processor between two moments. */
export const sharesBetween = (
  { profile, startedAtMs, folder }: Watched,
  fromMs: number,
  toMs: number,
): ProfileShares => {
  const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame, folder)]));
  const shares = new Map<string, number>();
  let atMs = startedAtMs;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const tookMs = (profile.timeDeltas?.[index] ?? 0) / 1000;
    atMs += tookMs;
    const owner = owners.get(id);
    if (owner !== undefined && atMs >= fromMs && atMs < toMs) shares.set(owner, (shares.get(owner) ?? 0) + tookMs);
  }
  return new Map([...shares].sort(([, one], [, other]) => other - one));
};

/** A time in which a host had nothing to do; moments in milliseconds since 1970. */
export interface Wait {
  readonly fromMs: number;
  readonly ms: number;
}

/** The longest time between two moments in which a host had nothing to do. */
export const longestWait = ({ profile, startedAtMs }: Watched, fromMs: number, toMs: number): Wait => {
  const idle = new Set(
    profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
  );
  let longest: Wait = { fromMs, ms: 0 };
  let waitingSince: number | undefined;
  let atMs = startedAtMs;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const beganAtMs = atMs;
    atMs += (profile.timeDeltas?.[index] ?? 0) / 1000;
    if (beganAtMs < fromMs || atMs > toMs) continue;
    if (!idle.has(id)) waitingSince = undefined;
    else {
      waitingSince ??= beganAtMs;
      if (atMs - waitingSince > longest.ms) longest = { fromMs: waitingSince, ms: atMs - waitingSince };
    }
  }
  return longest;
};
