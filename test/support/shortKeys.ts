/** The manifest of an extension, and its texts in each language, all as JSON. */
export interface ManifestTexts {
  readonly manifest: string;
  readonly languages: readonly string[];
}

/** Gives the texts of a manifest the shortest keys there are, the same in each language. Texts without use go. */
export const withShortKeys = ({ manifest, languages }: ManifestTexts): ManifestTexts => {
  const shortKeys = new Map<string, string>();
  const shortened = manifest.replaceAll(/"%([\w.]+)%"/g, (_, key: string) => {
    if (!shortKeys.has(key)) shortKeys.set(key, shortKeys.size.toString(36));
    return `"%${shortKeys.get(key)}%"`;
  });
  const textsOf = (language: string): string => {
    const texts = JSON.parse(language) as Readonly<Record<string, string>>;
    return JSON.stringify(
      Object.fromEntries([...shortKeys].flatMap(([key, short]) => (key in texts ? [[short, texts[key]]] : []))),
    );
  };
  return { manifest: shortened, languages: languages.map(textsOf) };
};
