/** Whether a file is an image that a page can show, by its name. */
export function isImagePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|svg|ico|bmp)$/i.test(path);
}
