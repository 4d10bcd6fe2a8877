/** A number of any length that `JSON.stringify` prints digit by digit; engines before V8 11.4 round it. */
export const exactNumber = (value: bigint): { readonly toJSON: () => unknown } => ({
  toJSON: () => {
    const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };
    return rawJSON === undefined ? Number(value) : rawJSON(String(value));
  },
});
