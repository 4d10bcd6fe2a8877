import { shorten } from '../client/errorBody.ts';

/** The server took a mutation and refused what it asked for: the `errors` of its payload, in its words. */
export class PayloadRefused extends Error {
  override readonly name = 'PayloadRefused';

  constructor(errors: readonly string[]) {
    super(shorten(errors.join(' ')));
  }
}

/** Throws the `errors` of a payload when there are any. */
export const throwRefused = (errors: readonly string[] | null | undefined): void => {
  if (errors != null && errors.length > 0) throw new PayloadRefused(errors);
};
