import type { CommitPlan } from '../world/plans.ts';
import { authors } from './people.ts';

const offsets: Readonly<Record<string, string>> = {
  [authors.olive.email]: '+01:00',
  [authors.maya.email]: '+02:00',
  [authors.deniz.email]: '+03:00',
  [authors.rafael.email]: '-03:00',
  [authors.tomasz.email]: '+01:00',
  [authors.na.email]: '+08:00',
};

/** `2026-03-02T09:14:05+01:00`. */
const printed = (milliseconds: number, offset: string): string => {
  const found = /^([+-])(\d\d):(\d\d)$/.exec(offset);
  const minutes = (Number(found?.[2] ?? 0) * 60 + Number(found?.[3] ?? 0)) * (found?.[1] === '-' ? -1 : 1);
  return `${new Date(milliseconds + minutes * 60_000).toISOString().slice(0, 19)}${offset}`;
};

/**
 * Spreads dates between two times, in order and slightly irregular, in each author's time zone. Commits with another
 * committer are authored five hours earlier.
 */
export const scheduled = (plans: readonly CommitPlan[], first: string, last: string): readonly CommitPlan[] => {
  const [start, end] = [Date.parse(first), Date.parse(last)];
  const step = (end - start) / Math.max(1, plans.length - 1);
  return plans.map((plan, index) => {
    const jitter = index === 0 || index === plans.length - 1 ? 0 : ((index * 7919) % 97) / 97 - 0.5;
    const moment = Math.round((start + step * (index + jitter * 0.8)) / 1000) * 1000;
    const offset = offsets[plan.author?.email ?? ''] ?? '+00:00';
    if (plan.committer === undefined) return { ...plan, date: printed(moment, offset) };
    const committerOffset = offsets[plan.committer.email] ?? '+00:00';
    return { ...plan, date: printed(moment - 5 * 3_600_000, offset), committedOn: printed(moment, committerOffset) };
  });
};
