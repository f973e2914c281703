/** The parts of an ONNX model that we write (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), as protocol buffers. */
export type OnnxTensor = { name: string; type: OnnxType; dims: number[]; data: ArrayBufferView };

export type OnnxNode = {
  op: string;
  /** '' is ONNX's own operators. */
  domain: string;
  inputs: string[];
  outputs: string[];
  attributes: Record<string, number | number[] | { float: number }>;
};

/** What goes in or out; a name in `dims` is a length that is known only when it runs. */
export type OnnxValue = { name: string; type: OnnxType; dims: (number | string)[] };

export type OnnxGraph = {
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  nodes: OnnxNode[];
  tensors: OnnxTensor[];
  /** Versions of the operator sets by domain. */
  operators: Record<string, number>;
};

export type OnnxType = keyof typeof typeNumbers;

const typeNumbers = { float: 1, uint8: 2, int8: 3, int64: 7, float16: 10 } as const;
const attributeTypes = { float: 1, int: 2, ints: 7 } as const;
const irVersion = 10;

/** The bytes of a model file that holds the graph and its weights. */
export function writeOnnx(graph: OnnxGraph): Uint8Array {
  return concat([
    varintField(1, irVersion),
    ...Object.entries(graph.operators).map(([domain, version]) =>
      message(8, [text(1, domain), varintField(2, version)]),
    ),
    message(7, [
      ...graph.nodes.map((node) => message(1, writeNode(node))),
      text(2, 'graph'),
      ...graph.tensors.map((tensor) => message(5, writeTensor(tensor))),
      ...graph.inputs.map((value) => message(11, writeValue(value))),
      ...graph.outputs.map((value) => message(12, writeValue(value))),
    ]),
  ]);
}

function writeNode({ op, domain, inputs, outputs, attributes }: OnnxNode): Uint8Array[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      message(5, [text(1, name), ...writeAttribute(value)]),
    ),
    text(7, domain),
  ];
}

function writeAttribute(value: number | number[] | { float: number }): Uint8Array[] {
  if (typeof value === 'number') return [varintField(3, value), varintField(20, attributeTypes.int)];
  if (Array.isArray(value))
    return [...value.map((int) => varintField(8, int)), varintField(20, attributeTypes.ints)];
  const float = new Uint8Array(new Float32Array([value.float]).buffer);
  return [concat([varint((2 << 3) | 5), float]), varintField(20, attributeTypes.float)];
}

function writeTensor({ name, type, dims, data }: OnnxTensor): Uint8Array[] {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.map((dim) => varintField(1, dim)),
    varintField(2, typeNumbers[type]),
    text(8, name),
    bytes(9, raw),
  ];
}

function writeValue({ name, type, dims }: OnnxValue): Uint8Array[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'number' ? varintField(1, dim) : text(2, dim)]));
  return [text(1, name), message(2, [message(1, [varintField(1, typeNumbers[type]), message(2, shape)])])];
}

function message(field: number, parts: Uint8Array[]): Uint8Array {
  return bytes(field, concat(parts));
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, new TextEncoder().encode(value));
}

function bytes(field: number, value: Uint8Array): Uint8Array {
  return concat([varint((field << 3) | 2), varint(value.length), value]);
}

function varintField(field: number, value: number): Uint8Array {
  return concat([varint(field << 3), varint(value)]);
}

/** Negative numbers are ten bytes of two's complement. */
function varint(value: number): Uint8Array {
  const encoded: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) encoded.push(Number(rest & 127n) | 128);
  encoded.push(Number(rest));
  return Uint8Array.from(encoded);
}

function concat(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
