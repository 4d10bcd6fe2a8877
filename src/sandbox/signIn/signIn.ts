import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { World } from '../world/world.ts';
import { application } from './application.ts';

/** Times that tests shorten, in seconds. */
export interface SignInTimes {
  readonly tokenLifetimeS: number;
  /** The wait of a device between two questions. */
  readonly pollIntervalS: number;
}

/** The times of real servers. */
export const usualTimes: SignInTimes = { tokenLifetimeS: 7200, pollIntervalS: 5 };

/** Seconds a device code lives. */
export const deviceLifetimeS = 300;
const codeLifetimeS = 600;

/** Why no token is given, as OAuth calls it. */
export type OauthError =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_token'
  | 'slow_down'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A user, and what the user has agreed to. */
export interface Consent {
  readonly personId: number;
  readonly scopes: readonly string[];
}

/** A fresh pair of tokens. */
export interface TokenPair extends Consent {
  readonly access: string;
  readonly refresh: string;
  readonly createdAt: Date;
  readonly lifetimeS: number;
}

interface Code extends Consent {
  readonly redirect: string;
  readonly challenge: string;
  readonly endsAt: number;
}

/** A device that asks; `answer` is the user's, who typed the code. */
interface Device {
  readonly userCode: string;
  readonly scopes: readonly string[];
  readonly endsAt: number;
  readonly askedAt: number;
  readonly answer: { readonly personId: number } | 'denied' | undefined;
}

/** All tokens that came from one consent: the last pair opens, those before it are used up. */
interface Family {
  current: { readonly access: string; readonly refresh: string } | undefined;
  readonly consent: Consent;
}

const hex = (): string => randomBytes(32).toString('hex');
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Codes and tokens of OAuth, in memory alone. */
export class SignIn {
  readonly times: SignInTimes;
  readonly #world: World;
  readonly #now: () => Date;
  readonly #codes = new Map<string, Code>();
  readonly #devices = new Map<string, Device>();
  /** By every access and refresh token the family had. */
  readonly #families = new Map<string, Family>();

  constructor(world: World, now: () => Date, times: Partial<SignInTimes> = {}) {
    this.times = { ...usualTimes, ...times };
    this.#world = world;
    this.#now = now;
  }

  /** The code the browser brings back to the program. */
  makeCode(consent: Consent, redirect: string, challenge: string): string {
    const code = hex();
    this.#codes.set(code, { ...consent, redirect, challenge, endsAt: this.#now().getTime() + codeLifetimeS * 1000 });
    return code;
  }

  /** Tokens for a code, once; undefined when anything does not fit. */
  redeemCode(code: string, redirect: string | null, verifier: string): TokenPair | undefined {
    const given = this.#codes.get(code);
    if (given === undefined || given.endsAt <= this.#now().getTime() || given.redirect !== redirect) return undefined;
    if (createHash('sha256').update(verifier).digest('base64url') !== given.challenge) return undefined;
    this.#codes.delete(code);
    return this.#pairOf({ current: undefined, consent: { personId: given.personId, scopes: given.scopes } });
  }

  /** Begins to ask a user by a code to be typed. */
  askByDevice(scopes: readonly string[]): { readonly deviceCode: string; readonly userCode: string } {
    const deviceCode = randomBytes(32).toString('base64url');
    const userCode = Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');
    const endsAt = this.#now().getTime() + deviceLifetimeS * 1000;
    this.#devices.set(deviceCode, { userCode, scopes, endsAt, askedAt: 0, answer: undefined });
    return { deviceCode, userCode };
  }

  /** Takes the user's answer; says what keeps it from counting. */
  answerDevice(userCode: string, answer: NonNullable<Device['answer']>): 'invalid' | 'expired' | undefined {
    const wanted = userCode.trim().toUpperCase();
    const found = [...this.#devices].find(([, device]) => device.userCode === wanted && device.answer === undefined);
    if (found === undefined) return 'invalid';
    const [deviceCode, device] = found;
    if (device.endsAt <= this.#now().getTime()) return 'expired';
    this.#devices.set(deviceCode, { ...device, answer });
    return undefined;
  }

  /** Tokens for a device whose user has agreed, once. */
  redeemDevice(deviceCode: string): TokenPair | OauthError {
    const device = this.#devices.get(deviceCode);
    const now = this.#now().getTime();
    if (device === undefined) return 'invalid_grant';
    if (device.endsAt <= now) {
      this.#devices.delete(deviceCode);
      return 'expired_token';
    }
    if (device.askedAt > now - this.times.pollIntervalS * 1000) return 'slow_down';
    this.#devices.set(deviceCode, { ...device, askedAt: now });
    if (device.answer === undefined) return 'authorization_pending';
    this.#devices.delete(deviceCode);
    if (device.answer === 'denied') return 'access_denied';
    return this.#pairOf({
      current: undefined,
      consent: { personId: device.answer.personId, scopes: device.scopes },
    });
  }

  /** A new pair for a refresh token; both old ones are dead then. One that was used before ends the whole family. */
  refresh(token: string): TokenPair | undefined {
    const family = this.#families.get(token);
    const isAccess = this.#world.tokenOf(token) !== undefined;
    if (isAccess || family?.current === undefined) return undefined;
    const isCurrent = family.current.refresh === token;
    this.#end(family);
    return isCurrent ? this.#pairOf(family) : undefined;
  }

  /** Ends the pair a token belongs to; one that is not known changes nothing. */
  revoke(token: string): void {
    const family = this.#families.get(token);
    if (family?.current?.access === token || family?.current?.refresh === token) this.#end(family);
  }

  /** Has the time of every code and access token be over. Refresh tokens have none. */
  endLifetimes(): void {
    const expiresAt = this.#now().toISOString();
    for (const [code, given] of this.#codes) this.#codes.set(code, { ...given, endsAt: 0 });
    for (const [code, device] of this.#devices) this.#devices.set(code, { ...device, endsAt: 0 });
    for (const token of this.#families.keys()) this.#world.endToken(token, { expiresAt });
  }

  #end(family: Family): void {
    if (family.current !== undefined) this.#world.endToken(family.current.access, { isRevoked: true });
    family.current = undefined;
  }

  #pairOf(family: Family): TokenPair {
    const { consent } = family;
    const [access, refresh, createdAt, lifetimeS] = [hex(), hex(), this.#now(), this.times.tokenLifetimeS];
    this.#world.makeToken(access, {
      name: application.name,
      ...consent,
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(createdAt.getTime() + lifetimeS * 1000).toISOString(),
    });
    family.current = { access, refresh };
    this.#families.set(access, family).set(refresh, family);
    return { ...consent, access, refresh, createdAt, lifetimeS };
  }
}
