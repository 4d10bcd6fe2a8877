import { useEffect, useState } from 'preact/hooks';

/** Heights in CSS pixels that the list of rows calculates with. */
export interface Metrics {
  /** A line, a hunk header or a note. */
  readonly row: number;
  /** The header of a file, with the gap above it. */
  readonly file: number;
  /** The gap above a file, hidden while the header is pinned. */
  readonly fileGap: number;
  /** The bar that stays at the top of the page. */
  readonly toolbar: number;
}

/** The metrics for the editor's present font size; they change with the user's settings. */
export function useMetrics(): Metrics {
  const [fontSize, setFontSize] = useState(readFontSize);
  useEffect(() => {
    // the editor writes its theme and its fonts as variables into the style of the root element
    const observer = new MutationObserver(() => setFontSize(readFontSize()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, []);
  return metricsFor(fontSize);
}

/** The metrics for an editor font of that many pixels. */
export function metricsFor(fontSize: number): Metrics {
  const row = Math.max(16, Math.round(fontSize * 1.45));
  const fileGap = 10;
  return { row, file: Math.max(34, row + 14) + fileGap, fileGap, toolbar: 40 };
}

function readFontSize(): number {
  const size = Number.parseFloat(
    getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-font-size'),
  );
  return Number.isFinite(size) && size > 0 ? size : 13;
}
