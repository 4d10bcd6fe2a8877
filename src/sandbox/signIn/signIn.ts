import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { World } from '../world/world.ts';
import { application } from './application.ts';

/** In seconds; tests shorten them. */
export interface SignInTimes {
  readonly tokenLifetimeS: number;
  /** Minimum interval between polls of a device. */
  readonly pollIntervalS: number;
}

/** GitLab's defaults. */
export const usualTimes: SignInTimes = { tokenLifetimeS: 7200, pollIntervalS: 5 };

export const deviceLifetimeS = 300;
const codeLifetimeS = 600;

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

export interface Consent {
  readonly personId: number;
  readonly scopes: readonly string[];
}

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

/** `answer` is the user's decision. */
interface Device {
  readonly userCode: string;
  readonly scopes: readonly string[];
  readonly endsAt: number;
  readonly askedAt: number;
  readonly answer: { readonly personId: number } | 'denied' | undefined;
}

/** Tokens from one consent: only the last pair is valid. */
interface Family {
  current: { readonly access: string; readonly refresh: string } | undefined;
  readonly consent: Consent;
}

const hex = (): string => randomBytes(32).toString('hex');
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Codes and tokens of OAuth, in memory only. */
export class SignIn {
  readonly times: SignInTimes;
  readonly #world: World;
  readonly #now: () => Date;
  readonly #codes = new Map<string, Code>();
  readonly #devices = new Map<string, Device>();
  /** By every access and refresh token of the family. */
  readonly #families = new Map<string, Family>();

  constructor(world: World, now: () => Date, times: Partial<SignInTimes> = {}) {
    this.times = { ...usualTimes, ...times };
    this.#world = world;
    this.#now = now;
  }

  /** Authorization code for the redirect. */
  makeCode(consent: Consent, redirect: string, challenge: string): string {
    const code = hex();
    this.#codes.set(code, { ...consent, redirect, challenge, endsAt: this.#now().getTime() + codeLifetimeS * 1000 });
    return code;
  }

  /** One-time; undefined for a mismatch of any value. */
  redeemCode(code: string, redirect: string | null, verifier: string): TokenPair | undefined {
    const given = this.#codes.get(code);
    if (given === undefined || given.endsAt <= this.#now().getTime() || given.redirect !== redirect) return undefined;
    if (createHash('sha256').update(verifier).digest('base64url') !== given.challenge) return undefined;
    this.#codes.delete(code);
    return this.#pairOf({ current: undefined, consent: { personId: given.personId, scopes: given.scopes } });
  }

  /** Starts the device flow. */
  askByDevice(scopes: readonly string[]): { readonly deviceCode: string; readonly userCode: string } {
    const deviceCode = randomBytes(32).toString('base64url');
    const userCode = Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');
    const endsAt = this.#now().getTime() + deviceLifetimeS * 1000;
    this.#devices.set(deviceCode, { userCode, scopes, endsAt, askedAt: 0, answer: undefined });
    return { deviceCode, userCode };
  }

  /** Returns the error, or undefined on success. */
  answerDevice(userCode: string, answer: NonNullable<Device['answer']>): 'invalid' | 'expired' | undefined {
    const wanted = userCode.trim().toUpperCase();
    const found = [...this.#devices].find(([, device]) => device.userCode === wanted && device.answer === undefined);
    if (found === undefined) return 'invalid';
    const [deviceCode, device] = found;
    if (device.endsAt <= this.#now().getTime()) return 'expired';
    this.#devices.set(deviceCode, { ...device, answer });
    return undefined;
  }

  /** One-time, after the user's consent. */
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
    return this.#pairOf({ current: undefined, consent: { personId: device.answer.personId, scopes: device.scopes } });
  }

  /** Replaces both tokens. Reuse of an old refresh token revokes the family. */
  refresh(token: string): TokenPair | undefined {
    const family = this.#families.get(token);
    const isAccess = this.#world.tokenOf(token) !== undefined;
    if (isAccess || family?.current === undefined) return undefined;
    const isCurrent = family.current.refresh === token;
    this.#end(family);
    return isCurrent ? this.#pairOf(family) : undefined;
  }

  /** Revokes the pair of a token; unknown tokens are ignored. */
  revoke(token: string): void {
    const family = this.#families.get(token);
    if (family?.current?.access === token || family?.current?.refresh === token) this.#end(family);
  }

  /** Expires all codes and access tokens. Refresh tokens don't expire. */
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
