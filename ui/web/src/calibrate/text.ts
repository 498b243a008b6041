// Every word of the page where a board is shown by hand.

const en = {
  pageTitle: 'Show the board by hand · Ditchline',
  title: 'Show the board by hand',
  intro: 'Drag the middle handle onto the hole and the other four onto the shooting line, anywhere on it but well apart. Roughly is enough: they snap to the printed lines.',
  choose: 'Choose a photo',
  takeLive: (name: string) => `Use the picture of ${name === 'board' ? 'the live board' : name}`,
  picture: 'The board in the picture',
  hole: 'Hole',
  point: (n: number) => `Point ${n} on the shooting line`,
  handleHint: 'Arrow keys move it by a pixel, with Shift by ten.',
  board: 'Board',
  boardUnknown: 'Not sure',
  look: 'Snap to the lines',
  looking: 'Looking for the lines.',
  fits: (rms: string, tilt: string) => `The lines fit to ${rms} mm; the camera is ${tilt}° off the vertical.`,
  ring: (line: string, rms: string, seen: number) => `${line === '5' ? 'Shooting line' : `The ${line}`}: ${rms} mm, ${seen} % of it seen`,
  use: 'Use it for the live board',
  used: 'From the next search on, the live board is found with these handles.',
  dispute: 'Measure the disputed line with it',
  own: 'Save as my board',
  ownName: 'Name (letters, digits, dashes)',
  ownTitle: 'Title',
  saved: (name: string) => `Saved. Start with --board ${name}, or choose it in a line call.`,
  heading: 'That did not work',
  offline: 'The server is not reached. Is Ditchline running?',
};

export const text = en;
