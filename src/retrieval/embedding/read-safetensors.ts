/** Tensors of a safetensors file as floats (https://github.com/huggingface/safetensors#format). */
export type Tensors = (name: string, shape: number[]) => Float32Array;

type Header = Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>;

/**
 * Reads a safetensors file with tensors of half or single precision.
 * @throws Error when the file is invalid; the returned function throws when there is no tensor of that name and shape
 */
export function readSafetensors(file: Uint8Array): Tensors {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerLength = Number(view.getBigUint64(0, true));
  if (headerLength > file.byteLength - 8) throw new Error('not a safetensors file');
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + headerLength))) as Header;
  return (name, shape) => {
    const tensor = header[name];
    if (tensor === undefined || tensor.shape.join() !== shape.join())
      throw new Error(`no tensor ${name} of ${shape}`);
    const [start, end] = tensor.data_offsets;
    const bytes = new Uint8Array(file.subarray(8 + headerLength + start, 8 + headerLength + end)).buffer;
    if (tensor.dtype === 'F16') return new Float32Array(new Float16Array(bytes));
    if (tensor.dtype === 'F32') return new Float32Array(bytes);
    throw new Error(`tensor ${name} is of type ${tensor.dtype}`);
  };
}
