/** The page's own script: it runs at once and names where its neighbours are and what lets them run. */
const own = document.currentScript;

const loading = new Map<string, Promise<void>>();

/**
 * Runs another bundle of the extension, once, when it is first needed; `name` is its file in `dist` without ending.
 * Rejects when it cannot be loaded; the next call tries again.
 */
export const laterScript = (name: string): Promise<void> => {
  const known = loading.get(name);
  if (known) return known;
  const started = load(name);
  loading.set(name, started);
  started.catch(() => loading.delete(name));
  return started;
};

const load = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!(own instanceof HTMLScriptElement)) {
      reject(new Error('The page has no script of its own.'));
      return;
    }
    const script = document.createElement('script');
    script.src = new URL(`${name}.js`, own.src).href;
    script.nonce = own.nonce;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name}.js was not loaded.`));
    document.head.append(script);
  });
