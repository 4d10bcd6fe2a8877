import { type RequestFailure, requestErrorFacts } from '../../../client/errors.ts';

const passing: readonly RequestFailure[] = [
  'unreachable',
  'hostNotFound',
  'timeout',
  'rateLimited',
  'serverError',
  'certificate',
];

/** The server is unreachable or busy. */
export const mayPass = (error: unknown): boolean => requestErrorFacts(error, ...passing) !== undefined;

const needsToken: readonly RequestFailure[] = ['unauthorized', 'insufficientScope'];

/** The user must provide a better token. */
export const waitsForToken = (error: unknown): boolean => requestErrorFacts(error, ...needsToken) !== undefined;
