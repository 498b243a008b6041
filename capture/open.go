package capture

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Openers are what Open puts sources together from: what needs OpenCV or the
// simulator is given from outside.
type Openers struct {
	Picture ReadPicture                // decodes a picture file
	Video   func(Spec) (Source, error) // a video file, camera or stream
	Sim     func(Spec) (Source, error) // the simulator
	Phone   func(Spec) (Source, error) // a phone's browser
	Bad     func(error)                // told of each picture that cannot be read; may be nil
	Live    Supervision                // of cameras and streams
}

// Open makes the source that a spec names. Files are played in real time, and
// again and again where it says so, unless Fast; cameras and streams are
// supervised. What a path is, is told by its content. Devices, streams and
// videos are opened only when the source is run.
func (o Openers) Open(s Spec) (Source, error) {
	switch s.Kind {
	case KindSim:
		return o.Sim(s)
	case KindPhone:
		return o.Phone(s)
	case KindCamera, KindStream:
		return Supervise(s.Name(), func(context.Context) (Source, error) { return o.Video(s) }, o.Live), nil
	case KindFile, KindFolder:
		source, err := o.recorded(s)
		if err != nil {
			return nil, fmt.Errorf("source %s: %w", s.Name(), err)
		}
		if s.Loop {
			source = Looped(source, s.Every)
		}
		if !s.Fast {
			source = Paced(source)
		}
		return source, nil
	}
	return nil, fmt.Errorf("source %s: nothing opens the kind %q", s.Name(), s.Kind)
}

// recorded is the source of a file or folder, as fast as it goes.
func (o Openers) recorded(s Spec) (Source, error) {
	info, err := os.Stat(s.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file or folder %s: want %s", s.Path, Forms)
	case err != nil:
		return nil, err
	case info.IsDir():
		paths, err := Pictures(s.Path)
		return Stills{Name: s.Name(), Paths: paths, Every: s.Every, Read: o.Picture, Bad: o.Bad}, err
	case s.Kind == KindFolder:
		return nil, fmt.Errorf("%s is a file, not a folder", s.Path)
	case info.Size() == 0:
		return nil, fmt.Errorf("%s is empty", s.Path)
	}
	format, err := SniffFile(s.Path)
	if err != nil {
		return nil, err
	}
	if format != UnknownFormat || namedLikePicture(s.Path) {
		return Stills{Name: s.Name(), Paths: []string{s.Path}, Every: s.Every, Read: o.Picture, Bad: nil}, nil
	}
	return o.Video(s)
}
