'use strict';
// What the editor calls of its native log writer: each message is one line appended to a file.
// Without it every extension's output channel stays empty, because channels are such files.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #raw = false;

  constructor(_type, _name, file) {
    this.#file = file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.closeSync(fs.openSync(file, 'a'));
  }

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const text = this.#raw ? message : `${time} [${levels[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.#file, text);
    } catch {
      // a log that cannot be written must not end the editor
    }
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  clearFormatters() {
    this.#raw = true;
  }
  setPattern() {}
  flush() {}
  drop() {}
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

exports.version = 1;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
