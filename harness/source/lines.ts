/** A place as editors count it: from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into places; lines end with LF, CR LF or CR. */
export class LineMap {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    const breaks = /\r\n|\n|\r/g;
    for (let match = breaks.exec(text); match !== null; match = breaks.exec(text)) this.starts.push(breaks.lastIndex);
  }

  /** The place of an offset; the first line is `firstLine`. */
  place(offset: number, firstLine = 1): Place {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + firstLine, column: offset - (this.starts[low] ?? 0) + 1 };
  }
}
