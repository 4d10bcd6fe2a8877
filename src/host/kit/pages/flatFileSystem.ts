import * as vscode from '../../vscode.ts';

/** File system without folders, creation and deletion. */
export abstract class FlatFiles implements vscode.FileSystemProvider {
  abstract readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;
  abstract stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  abstract readFile(uri: vscode.Uri): Uint8Array | Promise<Uint8Array>;
  abstract writeFile(uri: vscode.Uri, content: Uint8Array): void | Promise<void>;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** Files that never change: their URI names the content. */
export abstract class ReadOnlyFiles extends FlatFiles {
  override readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  override async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length, permissions };
  }

  override writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

export const isFileNotFound = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
