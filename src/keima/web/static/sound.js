// The sound of a stone on wood, made of a short noise, so that no file is needed.

import { preferences } from "./preferences.js";

let context = null;
let noise = null;

/** Sounds as a stone does, if the user wants it and has touched the page before. */
export function knock() {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate * 0.06, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (samples.length * 0.12));
    }
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1500 + Math.random() * 300, Q: 1.4 });
  const volume = new GainNode(context, { gain: 0.35 });
  source.connect(wood).connect(volume).connect(context.destination);
  source.start();
}
