// This device's camera: opened, switched, lit, and its pictures taken out.

/** Why there is no camera. */
export type Trouble = 'insecure' | 'denied' | 'none' | 'busy' | 'unknown';

export class CameraTrouble extends Error {
  readonly kind: Trouble;
  constructor(kind: Trouble, detail = '') {
    super(detail || kind);
    this.kind = kind;
  }
}

function troubleOf(e: unknown): CameraTrouble {
  const name = e instanceof DOMException ? e.name : '';
  const kind: Trouble =
    name === 'NotAllowedError' || name === 'SecurityError' ? 'denied' : name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unknown';
  return new CameraTrouble(kind, e instanceof Error ? e.message : String(e));
}

/** A picture, as it was taken. */
export interface Shot {
  jpeg: Blob;
  width: number;
  height: number;
}

interface Torch extends MediaTrackCapabilities {
  torch?: boolean;
}

const film = (device: string): MediaStreamConstraints => ({
  audio: false,
  video: {
    ...(device ? { deviceId: { exact: device } } : { facingMode: { ideal: 'environment' } }),
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    frameRate: { ideal: 30, max: 30 },
  },
});

/** How large a picture of w x h is sent whose longer side may have so many pixels. */
export function fit(w: number, h: number, long: number): { width: number; height: number } {
  const by = Math.min(1, long / Math.max(w, h));
  return { width: Math.max(2, Math.round(w * by)), height: Math.max(2, Math.round(h * by)) };
}

export class Camera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  #canvas = document.createElement('canvas');

  private constructor(stream: MediaStream, track: MediaStreamTrack) {
    this.stream = stream;
    this.track = track;
  }

  /** Opens the camera at the back, or the one that was chosen. */
  static async open(device = ''): Promise<Camera> {
    if (!globalThis.isSecureContext || !navigator.mediaDevices) throw new CameraTrouble('insecure');
    try {
      const stream = await navigator.mediaDevices.getUserMedia(film(device));
      const track = stream.getVideoTracks()[0];
      if (!track) throw new CameraTrouble('none');
      return new Camera(stream, track);
    } catch (e) {
      throw e instanceof CameraTrouble ? e : troubleOf(e);
    }
  }

  /** The cameras of this device; their names are known once one was allowed. */
  static async list(): Promise<MediaDeviceInfo[]> {
    return (await navigator.mediaDevices.enumerateDevices()).filter((d) => d.kind === 'videoinput' && d.deviceId !== '');
  }

  get device(): string {
    return this.track.getSettings().deviceId ?? '';
  }

  get hasTorch(): boolean {
    return Boolean((this.track.getCapabilities?.() as Torch | undefined)?.torch);
  }

  async torch(on: boolean): Promise<void> {
    await this.track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
  }

  /** The video's picture now, its longer side at most so many pixels. */
  async picture(video: HTMLVideoElement, long: number, quality: number): Promise<Shot | null> {
    const { videoWidth: w, videoHeight: h } = video;
    if (w === 0 || h === 0) return null;
    const { width, height } = fit(w, h, long);
    const c = this.#canvas;
    if (c.width !== width || c.height !== height) {
      c.width = width;
      c.height = height;
    }
    const to = c.getContext('2d', { alpha: false });
    if (!to) return null;
    to.drawImage(video, 0, 0, width, height);
    const jpeg = await new Promise<Blob | null>((done) => c.toBlob(done, 'image/jpeg', quality));
    return jpeg && { jpeg, width, height };
  }

  /**
   * A photograph as large as the camera gives: by ImageCapture where the
   * browser has it, else the largest picture that the film can be switched to.
   */
  async photo(video: HTMLVideoElement): Promise<Blob> {
    if ('ImageCapture' in globalThis) {
      try {
        return await within(10_000, new ImageCapture(this.track).takePhoto());
      } catch {
        // Some cameras promise it and fail: the film has a picture too.
      }
    }
    const before = this.track.getSettings();
    let grown = false;
    try {
      await within(3000, this.track.applyConstraints({ width: { ideal: 4096 }, height: { ideal: 3072 } }));
      grown = await within(2000, nextPicture(video, (w) => w > (before.width ?? 0)));
    } catch {
      // It stays as it is.
    }
    try {
      const shot = await this.picture(video, Infinity, 0.95);
      if (!shot) throw new CameraTrouble('busy');
      return shot.jpeg;
    } finally {
      if (grown) await this.track.applyConstraints((film('').video as MediaTrackConstraints) ?? {}).catch(() => {});
    }
  }

  close(): void {
    for (const t of this.stream.getTracks()) t.stop();
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return Promise.race([work, new Promise<never>((_, fail) => setTimeout(() => fail(new CameraTrouble('busy', 'too slow')), ms))]);
}

/** Waits until the video shows a picture that is wanted. */
function nextPicture(video: HTMLVideoElement, wanted: (width: number) => boolean): Promise<boolean> {
  return new Promise((done) => {
    const look = () => (wanted(video.videoWidth) ? done(true) : eachPicture(video, look));
    eachPicture(video, look);
  });
}

/**
 * Calls once, at the video's next picture, with the time at which it was taken:
 * ms of performance.now, as well as the browser knows it.
 */
export function eachPicture(video: HTMLVideoElement, then: (taken: number) => void): () => void {
  if ('requestVideoFrameCallback' in video) {
    const id = video.requestVideoFrameCallback((now, meta) => then(meta.captureTime ?? now));
    return () => video.cancelVideoFrameCallback(id);
  }
  const v: HTMLVideoElement = video; // of a browser without it
  const at = v.currentTime;
  let id = 0;
  const look = () => {
    if (v.currentTime === at) id = requestAnimationFrame(look);
    else then(performance.now());
  };
  id = requestAnimationFrame(look);
  return () => cancelAnimationFrame(id);
}

/** Keeps the screen awake until it is told to let go. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const take = async () => {
    if (over || document.visibilityState !== 'visible' || !navigator.wakeLock) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (over) void got.release();
      else lock = got;
    } catch {
      // Low battery, or not allowed: the phone may sleep, and says so itself.
    }
  };
  document.addEventListener('visibilitychange', take);
  void take();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}
