import { setTimeout } from 'node:timers/promises';
import type { CompletedStep, TlsFacts } from '../../client/connectionFacts.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import type { Probe } from '../../client/probe.ts';
import type { TokenHeader } from '../../client/sending.ts';
import { getNamespace } from '../../wire/groups.ts';
import { getApplicationSettings, getMetadata, getOwnToken, getUser, getVersion } from '../../wire/instance.ts';
import { daysLeft, mayWrite } from '../account.ts';
import {
  type Check,
  type CheckDeps,
  type CheckFacts,
  type CheckName,
  checkNames,
  type CheckState,
  type SkipReason,
} from './connectionCheck.ts';

/** Larger differences make certificates and tokens seem invalid. */
const maxDifferenceMs = 60_000;

/** Days before expiry. */
const soonDays = 14;

/** Uses separate connections and changes nothing on the server. Failed steps are results, not rejections. */
export const checkConnection = async (deps: CheckDeps): Promise<void> => {
  const course = new Course(deps);
  course.put('server', 'running');
  const probe = await deps.probe((seen) => course.see(seen));
  if (new URL(deps.baseUrl).protocol === 'http:') course.put('serverTls', 'skipped');
  if (await findServer(course, probe)) {
    const { aheadMs } = probe;
    if (aheadMs === undefined) course.skip('notReported', 'clock');
    else course.put('clock', Math.abs(aheadMs) > maxDifferenceMs ? 'warning' : 'passed', { aheadMs });
    const header = deps.hasToken ? await findHeader(course, probe) : undefined;
    if (header === undefined) course.skipRest('noToken');
    else await askAll(course, probe, header);
  }
  course.skipRest('notReached');
};

class Course {
  readonly deps: CheckDeps;
  readonly #checks = new Map<CheckName, Check>();
  readonly #host: string;
  #proxyHost: string | undefined;
  #isConnected = false;

  constructor(deps: CheckDeps) {
    this.deps = deps;
    this.#host = new URL(deps.baseUrl).host;
  }

  get(name: CheckName): Check | undefined {
    return this.#checks.get(name);
  }

  put(name: CheckName, state: CheckState, facts: CheckFacts = {}, host = this.#host): void {
    this.#checks.set(name, { name, host, state, facts });
    this.deps.report(checkNames.flatMap((each) => this.get(each) ?? []));
  }

  skip(reason: SkipReason, ...names: readonly CheckName[]): void {
    const skipped = this.deps.signal.aborted ? 'cancelled' : reason;
    for (const name of names) this.put(name, 'skipped', { skipped });
  }

  skipRest(reason: SkipReason): void {
    this.skip(reason, ...checkNames.slice(checkNames.indexOf('server')).filter((name) => !this.get(name)));
  }

  /** Only of the first connection. */
  see(seen: CompletedStep): void {
    if (this.#isConnected || seen.isClosed === true) return;
    if (seen.step === 'proxy') this.#proxyHost = seen.proxy?.host;
    const isDoubtful = isUncertainTls(seen.tls, this.deps.today) || (seen.unread ?? []).length > 0;
    this.put(this.nameOf(seen), isDoubtful ? 'warning' : 'passed', { seen }, seen.host);
  }

  ended(): void {
    this.#isConnected = true;
    this.#checks.delete('server');
  }

  nameOf({ step, host }: Pick<CompletedStep, 'step' | 'host'>): CheckName {
    if (step === 'request' || step === 'answer') return 'server';
    if (step !== 'name' && step !== 'tcp') return step;
    if (host !== this.#proxyHost) return step;
    return step === 'name' ? 'proxyName' : 'proxyTcp';
  }

  /** A failure is the result, unless `otherwise` handles it. */
  async take(
    name: CheckName,
    step: () => Promise<void>,
    otherwise: (error: unknown) => boolean = () => false,
  ): Promise<void> {
    this.put(name, 'running');
    try {
      await step();
    } catch (error) {
      if (this.deps.signal.aborted) this.skip('cancelled', name);
      else if (!otherwise(error)) this.put(name, 'failed', { error });
    }
  }
}

const isUncertainTls = (tls: TlsFacts | undefined, today: Date): boolean =>
  tls !== undefined &&
  (!tls.isTrusted || tls.certificates.some(({ validToMs }) => validToMs - today.getTime() < soonDays * 86_400_000));

/** GitLab refuses in JSON. */
const isRefusal = (error: unknown): boolean =>
  requestErrorFacts(error, 'unauthorized', 'forbidden', 'insufficientScope')?.serverMember !== undefined;

const findServer = async (course: Course, probe: Probe): Promise<boolean> => {
  const { tokenHeader, hasToken, signal } = course.deps;
  try {
    const { answer } = await probe.ask(getUser, {}, tokenHeader);
    course.ended();
    course.put('server', 'passed');
    course.put('token', 'passed', { username: answer.username });
    return true;
  } catch (error) {
    course.ended();
    if (isRefusal(error)) {
      course.put('server', 'passed');
      if (hasToken) course.put('token', 'failed', { error });
      return true;
    }
    const connection = requestErrorFacts(error)?.connection;
    const name = connection === undefined ? 'server' : course.nameOf(connection);
    const isOther = requestErrorFacts(error, 'notGitLab', 'notFound', 'brokenContract', 'refused') !== undefined;
    const elsewhere = name === 'server' && isOther ? await findElsewhere(course.deps, probe) : undefined;
    if (!signal.aborted) course.put(name, 'failed', { error, elsewhere }, connection?.host);
    return false;
  }
};

/** Tries shorter paths, then `/gitlab`. */
const findElsewhere = async ({ baseUrl, tokenHeader }: CheckDeps, probe: Probe): Promise<string | undefined> => {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter(Boolean);
  const shorter = parts.map((_, index) => [origin, ...parts.slice(0, index)].join('/'));
  for (const address of [...shorter.reverse(), `${origin}/gitlab`]) {
    const isServer =
      address !== baseUrl && (await probe.ask(getUser, {}, tokenHeader, address).then(() => true, isRefusal));
    if (isServer) return address;
  }
  return undefined;
};

/** Accepted header, if any. */
const findHeader = async (course: Course, probe: Probe): Promise<TokenHeader | undefined> => {
  const { tokenHeader: own } = course.deps;
  const other = own === 'authorization' ? 'private-token' : 'authorization';
  const isTaken = course.get('token')?.state === 'passed';
  let header: TokenHeader | undefined = own;
  await course.take(
    'header',
    async () => {
      const { answer } = await probe.ask(getUser, {}, other);
      course.put('header', isTaken ? 'passed' : 'failed', { headers: isTaken ? [own, other] : [other] });
      if (isTaken) return;
      header = other;
      course.put('token', 'passed', { username: answer.username });
    },
    (error) => {
      if (!isRefusal(error)) return false;
      if (isTaken) course.put('header', 'passed', { headers: [own] });
      else course.skip('noToken', 'header');
      if (!isTaken && requestErrorFacts(error, 'unauthorized')) header = undefined;
      return true;
    },
  );
  return header;
};

/** Runs the remaining steps in parallel. */
const askAll = async (course: Course, probe: Probe, header: TokenHeader): Promise<void> => {
  const { today, namespace, wantsLiveUpdates } = course.deps;
  /** Unavailable to this user or in this release. */
  const unlessRefused =
    (reason: SkipReason, ...names: readonly CheckName[]) =>
    (error: unknown): boolean => {
      const isSkipped =
        isRefusal(error) || requestErrorFacts(error, 'notFound', 'refused', 'unauthorized') !== undefined;
      if (isSkipped) course.skip(reason, ...names);
      return isSkipped;
    };
  const version = async (): Promise<void> => {
    const { answer } = await probe.ask(getMetadata, {}, header).catch((error: unknown) => {
      if (isCancelled(error)) throw error;
      return probe.ask<typeof getMetadata>(getVersion, {}, header);
    });
    course.put('version', 'passed', { version: answer.version, isEnterprise: answer.enterprise ?? undefined });
  };
  const tier = async (): Promise<void> => {
    const plan = namespace && (await probe.ask(getNamespace, { id: namespace }, header)).answer.plan;
    if (plan) course.put('tier', 'passed', { plan });
    else course.skip('notReported', 'tier');
  };
  const token = async (): Promise<void> => {
    const { scopes, expires_at: last } = (await probe.ask(getOwnToken, {}, header)).answer;
    course.put('scopes', mayWrite({ scopes }) === false ? 'warning' : 'passed', { scopes });
    const expiresOn = last ?? undefined;
    const days = daysLeft({ expiresOn }, today);
    const state = days === undefined || days > soonDays ? 'passed' : days < 0 ? 'failed' : 'warning';
    course.put('expiry', state, { expiresOn, days });
  };
  const writes = async (): Promise<void> => {
    await probe.post(header);
    course.put('writes', 'passed');
  };
  const idle = async (): Promise<void> => {
    const { unusedMs, signal } = course.deps;
    const closed = new AbortController();
    const own = await course.deps.probe(({ isClosed }) => isClosed && closed.abort());
    await own.ask(getUser, {}, header);
    const unusedFrom = performance.now();
    const ended = AbortSignal.any([closed.signal, signal]);
    await setTimeout(unusedMs, undefined, { signal: ended }).catch(() => signal.throwIfAborted());
    const isKept = !closed.signal.aborted;
    course.put('idle', isKept ? 'passed' : 'warning', { unusedMs: isKept ? unusedMs : performance.now() - unusedFrom });
  };
  const uploads = async (): Promise<void> => {
    const { max_import_size: largestImport } = (await probe.ask(getApplicationSettings, {}, header)).answer;
    if (largestImport == null) course.skip('notReported', 'uploads');
    else course.put('uploads', 'passed', { largestImport });
  };
  const live = async (): Promise<void> => {
    if (wantsLiveUpdates) await probe.cable(header);
    if (wantsLiveUpdates) course.put('live', 'passed');
    else course.skip('off', 'live');
  };
  const unchanged = async (): Promise<void> => {
    const { status } = await probe.ask(getUser, {}, header);
    course.put('unchanged', status === 304 ? 'passed' : 'warning');
  };
  await Promise.all([
    course.take('version', version),
    course.take('tier', tier, unlessRefused('notReported', 'tier')),
    course.take('scopes', token, unlessRefused('notReported', 'scopes', 'expiry')),
    course.take('writes', writes),
    course.take('idle', idle),
    course.take('uploads', uploads, unlessRefused('administratorsOnly', 'uploads')),
    course.take('live', live, (error) => {
      course.put('live', 'warning', { error });
      return true;
    }),
    course.take('unchanged', unchanged),
  ]);
};
