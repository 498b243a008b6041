// How large, how sharp and how often: adapted to what the line and the server
// take. Pure: time comes in as ms.

export interface Setting {
  long: number; // longer side of a picture, pixels
  quality: number; // of the JPEG, 0 to 1
  fps: number;
}

/**
 * From the best to the poorest. Sharpness goes first, then rate, then size: a
 * change of size has the board found anew.
 */
export const ladder: Setting[] = [
  { long: 1920, quality: 0.85, fps: 15 },
  { long: 1920, quality: 0.75, fps: 15 },
  { long: 1920, quality: 0.65, fps: 12 },
  { long: 1920, quality: 0.6, fps: 10 },
  { long: 1920, quality: 0.5, fps: 8 },
  { long: 1280, quality: 0.65, fps: 10 },
  { long: 1280, quality: 0.5, fps: 8 },
  { long: 960, quality: 0.5, fps: 5 },
];

/** At most this many pictures are on their way: more only makes them older. */
export const maxInFlight = 2;

const windowMs = 2000; // over which it is judged
const poor = 0.75; // of the wanted rate: below, the next poorer setting
const good = 0.93; // above, all is well
const firstPatience = 6000; // of all being well before a better setting is tried
const longestPatience = 60_000;
const lostAfter = 5000; // without an answer a picture counts as lost on the way

export class Adapter {
  #step = 1; // not the best at once: a line that chokes at first delays all that follows
  #flying = new Map<number, number>(); // number -> when it was sent
  #due = 0; // when the next picture is wanted
  #since = 0; // of the window
  #sent = 0; // in the window
  #well = 0; // since when all is well; 0 it is not
  #patience = firstPatience;
  #rose = 0; // when a better setting was tried last
  round = 0; // from sending a picture to its answer, smoothed, ms

  get setting(): Setting {
    return ladder[this.#step]!;
  }

  get inFlight(): number {
    return this.#flying.size;
  }

  /** Whether a picture that was taken at now is wanted. */
  wants(now: number): boolean {
    for (const [n, at] of this.#flying) if (now - at > lostAfter) this.#flying.delete(n);
    this.#judge(now);
    const every = 1000 / this.setting.fps;
    if (now < this.#due - every / 8) return false; // a camera's pictures come when they come
    if (this.#flying.size >= maxInFlight) return false;
    this.#due = Math.max(this.#due + every, now + every / 2);
    return true;
  }

  /** A picture was sent. */
  sent(number: number, now: number): void {
    this.#flying.set(number, now);
    this.#sent++;
  }

  /** The server answered for a picture. */
  answered(number: number, now: number): void {
    const at = this.#flying.get(number);
    if (at === undefined) return;
    this.#flying.delete(number);
    this.round = this.round === 0 ? now - at : 0.8 * this.round + 0.2 * (now - at);
  }

  /** The line is new: nothing is on its way, and what was learned of speed holds. */
  reset(now: number): void {
    this.#flying.clear();
    this.#due = now;
    this.#begin(now);
  }

  #begin(now: number): void {
    this.#since = now;
    this.#sent = 0;
    this.#well = 0;
  }

  #judge(now: number): void {
    if (this.#since === 0) this.#begin(now);
    const span = now - this.#since;
    if (span < windowMs) return;
    if (span > 2 * windowMs) return this.#begin(now); // the page was asleep
    const share = (this.#sent * 1000) / span / this.setting.fps;
    this.#since = now;
    this.#sent = 0;
    if (share < poor) {
      if (this.#rose > 0 && now - this.#rose < firstPatience) this.#patience = Math.min(longestPatience, 2 * this.#patience); // the better setting was too much
      if (this.#step < ladder.length - 1) this.#step++;
      this.#well = this.#rose = 0;
      return;
    }
    if (share < good) {
      this.#well = 0;
      return;
    }
    if (this.#well === 0) this.#well = now;
    if (this.#rose > 0 && now - this.#rose >= firstPatience) this.#patience = firstPatience; // the better setting holds: try the next soon
    if (now - this.#well >= this.#patience && this.#step > 0) {
      this.#step--;
      this.#rose = now;
      this.#well = 0;
    }
  }
}
