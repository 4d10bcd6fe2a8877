import { RequestError } from '../../../client/errors.ts';

/** Returns other errors unchanged. */
export const cleanedError = (error: unknown, clean: (words: string) => string): unknown => {
  if (!(error instanceof RequestError)) return error;
  const { facts } = error;
  const cleaned = (words: string | undefined): string | undefined => (words === undefined ? undefined : clean(words));
  const serverMessage = cleaned(facts.serverMessage);
  const detail = cleaned(facts.detail);
  const isClean = serverMessage === facts.serverMessage && detail === facts.detail;
  return isClean ? error : new RequestError({ ...facts, serverMessage, detail });
};
