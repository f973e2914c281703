/** The parts of an ONNX model that we write (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), as protocol buffers. */
export type OnnxTensor = { name: string; type: OnnxType; dims: number[]; data: ArrayBufferView };

export type OnnxNode = {
  op: string;
  /** '' for ONNX's own operators. */
  domain: string;
  inputs: string[];
  outputs: string[];
  /** Integers, unscaled. */
  attributes: Record<string, number | { float: number }>;
};

/** An input or output; a name in `dims` is a length known only at run time. */
type OnnxValue = { name: string; type: OnnxType; dims: (number | string)[] };

type OnnxGraph = {
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  nodes: OnnxNode[];
  tensors: OnnxTensor[];
  /** Versions of the operator sets by domain. */
  operators: Record<string, number>;
};

type OnnxType = keyof typeof typeNumbers;

const typeNumbers = { float: 1, uint8: 2, int8: 3, int64: 7, float16: 10 } as const;
const attributeTypes = { float: 1, int: 2 } as const;
const irVersion = 10;

/** A message as its pieces, so that large ones are copied only once. */
type Pieces = Uint8Array[];

/** The bytes of a model file with the graph and its weights. */
export function writeOnnx(graph: OnnxGraph): Uint8Array {
  return Buffer.concat([
    ...varintField(1, irVersion),
    ...Object.entries(graph.operators).flatMap(([domain, version]) =>
      message(8, [...text(1, domain), ...varintField(2, version)]),
    ),
    ...message(7, [
      ...graph.nodes.flatMap((node) => message(1, writeNode(node))),
      ...text(2, 'graph'),
      ...graph.tensors.flatMap((tensor) => message(5, writeTensor(tensor))),
      ...graph.inputs.flatMap((value) => message(11, writeValue(value))),
      ...graph.outputs.flatMap((value) => message(12, writeValue(value))),
    ]),
  ]);
}

function writeNode({ op, domain, inputs, outputs, attributes }: OnnxNode): Pieces {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      message(5, [...text(1, name), ...writeAttribute(value)]),
    ),
    ...text(7, domain),
  ];
}

function writeAttribute(value: OnnxNode['attributes'][string]): Pieces {
  if (typeof value === 'number') return [...varintField(3, value), ...varintField(20, attributeTypes.int)];
  const float = new Uint8Array(new Float32Array([value.float]).buffer);
  return [varint((2 << 3) | 5), float, ...varintField(20, attributeTypes.float)];
}

function writeTensor({ name, type, dims, data }: OnnxTensor): Pieces {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.flatMap((dim) => varintField(1, dim)),
    ...varintField(2, typeNumbers[type]),
    ...text(8, name),
    ...message(9, [raw]),
  ];
}

function writeValue({ name, type, dims }: OnnxValue): Pieces {
  const shape = dims.flatMap((dim) =>
    message(1, typeof dim === 'number' ? varintField(1, dim) : text(2, dim)),
  );
  const tensorType = message(1, [...varintField(1, typeNumbers[type]), ...message(2, shape)]);
  return [...text(1, name), ...message(2, tensorType)];
}

function message(field: number, pieces: Pieces): Pieces {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [varint((field << 3) | 2), varint(length), ...pieces];
}

function text(field: number, value: string): Pieces {
  return message(field, [new TextEncoder().encode(value)]);
}

function varintField(field: number, value: number): Pieces {
  return [varint(field << 3), varint(value)];
}

/** For integers from 0 to 2³¹ - 1. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}
