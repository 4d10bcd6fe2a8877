import { type RequestFailure, requestFailure } from '../../../client/errors.ts';

const passing: readonly RequestFailure[] = [
  'unreachable',
  'hostNotFound',
  'timeout',
  'rateLimited',
  'serverError',
  'certificate',
];

/** Unreachable or busy. */
export const mayPass = (error: unknown): boolean => requestFailure(error, ...passing) !== undefined;

const needsToken: readonly RequestFailure[] = ['unauthorized', 'insufficientScope'];

/** Until the user provides a better token. */
export const waitsForToken = (error: unknown): boolean => requestFailure(error, ...needsToken) !== undefined;
